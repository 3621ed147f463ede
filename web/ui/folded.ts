/** A text as choices are compared with what is typed: in any case, with or without accents. */
export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
