import { parseSync, Visitor } from 'vite'

export type Expression = { file: string; source: string; flags: string }

/** All regular expressions that stand in this code, and in how many places it makes one of a text. */
export function expressionsIn(file: string, code: string) {
  const literals: Expression[] = []
  let made = 0
  const count = ({ callee }: { callee: { type: string; name?: unknown } }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') made++
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: count,
    CallExpression: count,
  }).visit(parseSync(file, code).program)
  return { literals, made }
}
