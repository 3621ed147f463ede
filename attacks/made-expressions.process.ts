import { pathToFileURL } from 'node:url'

/** Writes which regular expressions the modules named as arguments make of texts while they load, and in which file. */
const made: { file: string; source: string; flags: string }[] = []

const note = (expression: RegExp) => {
  const [, , caller = ''] = new Error().stack?.split('\n').slice(1) ?? []
  const file = /file:\/\/([^:)]*):\d+:\d+\)?$/.exec(caller)?.[1] ?? caller
  made.push({ file, source: expression.source, flags: expression.flags })
  return expression
}
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, words, as) => note(Reflect.construct(target, words, as) as RegExp),
  apply: (target, as, words) => note(Reflect.apply(target, as, words) as RegExp),
})
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
process.stdout.write(JSON.stringify(made))
