import { compress, init } from '@bokuweb/zstd-wasm'
import { beforeAll, expect, test } from 'vitest'
import { unpacking } from './unpacking.js'

beforeAll(() => init())

const content = Buffer.from(Uint8Array.from({ length: 500_000 }, (_, i) => Math.imul(i * i, 2654435761) >>> 28))

/** @param {Uint8Array[]} chunks */
async function unpacked(...chunks) {
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return Buffer.from(await new Response(stream.pipeThrough(unpacking())).arrayBuffer())
}

test('packed data unpacks to the original, in any chunks', async () => {
  const packed = compress(content, 3)
  expect(packed.length).toBeGreaterThan(70_000) // several parts
  expect(content.equals(await unpacked(packed))).toBe(true)
  expect(
    content.equals(await unpacked(packed.subarray(0, 1), packed.subarray(1, 80_001), packed.subarray(80_001))),
  ).toBe(true)
})

test('truncated data is refused', async () => {
  const packed = compress(content, 3)
  await expect(unpacked(packed.subarray(0, packed.length - 10))).rejects.toThrow()
})
