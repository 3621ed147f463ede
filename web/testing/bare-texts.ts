/**
 * Finds texts that a translated page breaks. Translators put their own element in the place of each text. Where React
 * then takes the text away, or puts something before it, the page crashes; where React changes it, the old words stay.
 * A text that comes, goes or changes beside others needs its own element.
 */
export function watchBareTexts() {
  if (isWatching) return
  isWatching = true
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    if (isOfReact(child)) found.push(`“${child.nodeValue}” is taken away from ${htmlOf(this)}`)
    return removeChild.call(this, child) as Child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null) {
    if (next && isOfReact(next)) found.push(`${htmlOf(child)} is put before “${next.nodeValue}” in ${htmlOf(this)}`)
    return insertBefore.call(this, child, next) as Child
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string) {
      if (isOfReact(this))
        found.push(`“${this.nodeValue}” becomes “${text}” in ${this.parentNode && htmlOf(this.parentNode)}`)
      value?.set?.call(this, text)
    },
  })
}

let isWatching = false
let found: string[] = []

/** What was found since the last time. */
export function takeBareTexts() {
  const taken = found
  found = []
  return taken
}

/** Whether it is a text beside others, for which React keeps the node. It sets a text that is alone as a whole. */
const isOfReact = (node: Node) =>
  node.nodeType === Node.TEXT_NODE && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

const htmlOf = (node: Node) => (node instanceof Element ? node.outerHTML.slice(0, 300) : `“${node.nodeValue}”`)
