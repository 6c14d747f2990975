/** Held by whoever writes tables: one build at a time, whatever the number of tabs. */
export const BUILD_LOCK = 'matewright-build'
