import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { tellingCode } from './remembered.ts'

const root = process.cwd()

/** Lets tests see what the product's modules remember outside their functions. */
export const memoryPlugin: Plugin = {
  name: 'memory',
  enforce: 'pre',
  transform(code, id) {
    const module = relative(root, id)
    if (!/^(contract|server|web|attacks|lossless)\/.*\.tsx?$/.test(module) || /\.test\.tsx?$|\/put-back\//.test(module))
      return
    const telling = tellingCode(module, code)
    return telling === undefined ? undefined : { code: telling, map: null }
  },
}
