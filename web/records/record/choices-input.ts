/** How many choices a dropdown loads at once; others are found by typing. */
const MAX_CHOICES = 100

/** The input of a list for the choices of a dropdown: the first active records, or the first that contain a text. */
export const choicesInput = (search: string) => ({
  is_deleted: false,
  page: 1,
  per_page: MAX_CHOICES,
  ...(search && { filters: { name: { value: search } } }),
})
