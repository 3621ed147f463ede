import { plural } from '#contract/plural.ts'
/** What could not be kept of a pasted text. */
export type LeftOut = {
  /** Pictures that came with neither bytes nor an address. */
  missing: number
  /** Shapes drawn in Word, and pictures in a vector format. */
  drawings: number
  /** Pictures in a text that accepts none. */
  unwanted: number
  /** Players, sounds and other things that are not pictures. */
  embedded: number
  comments: number
  /** Whether tracked changes were accepted. */
  revisions: boolean
  /** Links to anything but web, mail and telephone addresses. */
  links: number
  /** Links around pictures, which cannot have any. */
  pictureLinks: number
  /** Numbers of which a list shows only the last part, such as `1.1`. */
  shortened: readonly string[]
  /** Why a table was put below the one into which it was pasted. */
  below: 'merged' | 'merged there' | 'with text' | undefined
}

/** The same for a text that accepts no pictures: `count` further ones are left out too. */
export const withoutPictures = ({ missing = 0, drawings = 0, ...others }: Partial<LeftOut>, count: number) => ({
  ...others,
  unwanted: missing + drawings + count,
})

/** Says what a paste left out, in one sentence each; empty if nothing was. */
export function sentencesOf(leftOut: Partial<LeftOut>): string[] {
  const {
    missing = 0,
    drawings = 0,
    unwanted = 0,
    embedded = 0,
    comments = 0,
    links = 0,
    pictureLinks = 0,
    shortened = [],
  } = leftOut
  const [number] = shortened
  return [
    missing &&
      (missing === 1
        ? 'One picture was left out, because it was not part of what you pasted. Save it and insert it as a file.'
        : `${missing} pictures were left out, because they were not part of what you pasted. Save them and insert them as files.`),
    drawings &&
      (drawings === 1
        ? 'One drawing was left out, because it is not a picture. Save it as one and insert it as a file.'
        : `${drawings} drawings were left out, because they are not pictures. Save them as pictures and insert them as files.`),
    unwanted && `${counted(unwanted, 'picture')} left out, because this text cannot hold pictures.`,
    embedded &&
      `${counted(embedded, 'embedded part')} left out, such as a video or sound, because this text cannot hold any.`,
    comments && `${counted(comments, 'comment')} left out.`,
    leftOut.revisions && 'Tracked changes were pasted as if accepted.',
    links &&
      (links === 1
        ? 'One link was left out, because it does not lead to a web, email or telephone address. Its text is kept.'
        : `${links} links were left out, because they do not lead to a web, email or telephone address. Their text is kept.`),
    pictureLinks &&
      (pictureLinks === 1
        ? 'The link of one picture was left out, because pictures cannot have links here.'
        : `The links of ${pictureLinks} pictures were left out, because pictures cannot have links here.`),
    number && `Numbers of several parts, such as “${number}”, show their last part only.`,
    leftOut.below && belowWords[leftOut.below],
  ].filter((sentence) => typeof sentence === 'string' && sentence !== '') as string[]
}

/** Says that pictures on other servers could not be fetched. */
export const unfetchedWords = (count: number) =>
  count === 1
    ? 'One picture was left out, because it could not be fetched from its server. Save it and insert it as a file.'
    : `${count} pictures were left out, because they could not be fetched from their servers. Save them and insert them as files.`

const belowWords = {
  merged: 'The table was inserted below, because it has merged cells.',
  'merged there': 'The table was inserted below, because merged cells are in its way.',
  'with text': 'The text was inserted below the table, because it contains a table.',
}

const counted = (count: number, thing: string) => plural(count, `One ${thing} was`, `${count} ${thing}s were`)
