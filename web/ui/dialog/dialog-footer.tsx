import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog-footer.module.css'

type DialogFooterProps = {
  /** Right below what stands above it. */
  close?: boolean | undefined
  children: ReactNode
}

/** The buttons at the end of a dialog, which stay in sight while what is above them scrolls. */
export const DialogFooter = ({ close, children }: DialogFooterProps) => (
  <Group justify="flex-end" gap="sm" className={classes.footer ?? ''} data-close={close || undefined}>
    {children}
  </Group>
)
