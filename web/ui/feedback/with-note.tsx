/** A message, and below it on a line of its own a note, if any. */
export const withNote = (message: string, note: string | undefined) =>
  note ? (
    <>
      <div>{message}</div>
      <div>{note}</div>
    </>
  ) : (
    message
  )
