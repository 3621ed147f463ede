import { VisuallyHidden } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import classes from './picture.module.css'

type PictureProps = {
  /** Where the picture is; without one a mark stands in its place. */
  address: string | null | undefined
  /** What it is, for those who do not see it; empty where the words beside it say so. */
  alt: string
  width: number
  height: number
}

/** A picture as a whole within a frame of this size. */
export function Picture({ address, alt, width, height }: PictureProps) {
  return (
    <span className={classes.frame} data-empty={!address || undefined} style={{ width, height }}>
      {address ? (
        <img src={address} alt={alt} className={classes.picture} decoding="async" />
      ) : (
        <>
          <ImageOff size={Math.min(24, height / 2)} aria-hidden />
          <VisuallyHidden>No picture</VisuallyHidden>
        </>
      )}
    </span>
  )
}
