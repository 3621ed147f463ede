declare module 'linebreak' {
  /** Finds where lines may end in a text: https://www.unicode.org/reports/tr14. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
