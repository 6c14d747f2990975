// Reports of calls. They travel by a port of their own, in their order, and a result could overtake the last ones.

/**
 * Makes a call end when the page has its reports.
 * @template Request, Part, Result
 * @param {(request: Request, report: (part: Part) => void) => Promise<Result>} call
 * @returns {(request: Request, report?: (part: Part) => unknown) => Promise<Result>}
 */
export const afterReports = (call) => async (request, report) => {
  /** @type {unknown} settles when the page has the last report */
  let received
  const result = await call(request, (part) => void (received = report?.(part)))
  await Promise.resolve(received).catch(console.warn) // the receiver failed, not the call
  return result
}
