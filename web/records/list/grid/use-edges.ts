import { type RefObject, useEffect } from 'react'

/**
 * Keeps the `data-more` of an element that scrolls sideways up to date: on which sides, `left` and `right`, there is
 * more.
 */
export function useEdges(scroller: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const sides = [
        ...(scrollLeft > 0 ? ['left'] : []),
        ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['right'] : []),
      ]
      if (sides.length) element.dataset.more = sides.join(' ')
      else delete element.dataset.more
    }
    // The table follows its columns, which come, go and are widened.
    const observer = new ResizeObserver(mark)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [scroller])
}
