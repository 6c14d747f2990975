// The writer of zips, which is loaded with the first one.

import { downloadZip } from 'client-zip'

/** Returns a zip of files. They are read one after the other. @param {File[]} files */
export const zipOf = (files) => downloadZip(files).blob()
