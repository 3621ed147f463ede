import { commentsIn, conditionalOf, styleOf } from './markup.ts'

/** A shape in Word: a picture, or a drawing, of which browsers get a picture too. */
export type Shape = {
  id: string
  /** Its id in the RTF. */
  number: string | undefined
  alt: string
  isPicture: boolean
}

/** Reads the shapes of a Word document, which are VML in comments. Shapes without an <img> get one. */
export function shapesFromWord(content: DocumentFragment): Map<string, Shape> {
  const shapes = new Map<string, Shape>()
  for (const comment of commentsIn(content)) {
    const vml = conditionalOf(comment, 'gte vml 1')
    if (vml === undefined) continue
    const template = document.createElement('template')
    template.innerHTML = vml
    for (const element of shapesIn(template.content)) take(element, comment)
  }
  for (const element of shapesIn(content)) take(element, element)
  return shapes

  function take(element: Element, place: ChildNode) {
    const shape = shapeOf(element)
    if (shape.id) shapes.set(shape.id, shape)
    if (!imageOf(content, shape.id)) place.before(imageFor(element, shape))
  }
}

/** The ids of the shapes that have an <img>. */
export const shapeIdsOf = (image: Element) => (image.getAttribute('v:shapes') ?? '').split(/\s+/).filter(Boolean)

/** The outermost shapes in a node, except lines across the page and bullets of lists. */
function shapesIn(content: ParentNode) {
  const shapes = [...content.querySelectorAll('*')].filter((element) =>
    /^v:(shape|rect|roundrect|oval|line|polyline|arc|curve|image|group)$/.test(element.localName),
  )
  return shapes.filter(
    (shape) =>
      !shapes.some((other) => other !== shape && other.contains(shape)) &&
      !['o:hr', 'o:bullet'].some((kind) => /^(t|true)$/.test(shape.getAttribute(kind) ?? '')),
  )
}

function shapeOf(element: Element): Shape {
  const id = element.getAttribute('id') ?? ''
  return {
    id,
    number: /(?<!\d)(\d+)$/.exec(element.getAttribute('o:spid') ?? (id.startsWith('_x0000_') ? id : ''))?.[1],
    alt: element.getAttribute('alt') ?? '',
    isPicture:
      element.localName === 'v:image' ||
      (element.localName !== 'v:group' && element.querySelector('v\\:imagedata') !== null),
  }
}

const imageOf = (content: ParentNode, id: string) =>
  [...content.querySelectorAll('img')].find((image) => id && shapeIdsOf(image).includes(id))

/** The <img> of a shape that has none: its file is on the computer from which it was copied. */
function imageFor(element: Element, { id, alt }: Shape) {
  const image = document.createElement('img')
  image.setAttribute('src', element.querySelector('v\\:imagedata')?.getAttribute('src') ?? 'file:')
  image.setAttribute('alt', alt)
  image.setAttribute('v:shapes', id)
  for (const side of ['width', 'height']) {
    const points = Number.parseFloat(styleOf(element, side))
    if (points) image.setAttribute(side, String(Math.round((points * 4) / 3)))
  }
  return image
}
