/** Fixed heights in pixels. */
export const HEADER_HEIGHT = 40
export const FILTER_ROW_HEIGHT = 46
