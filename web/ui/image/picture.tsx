import { VisuallyHidden } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import classes from './picture.module.css'

type PictureProps = {
  /** The URL; without one a placeholder is shown. */
  address: string | null | undefined
  /** The alternative text; empty for a decorative image. */
  alt: string
  width: number
  height: number
}

/** An image that is scaled down to fit into a box of this size. */
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
