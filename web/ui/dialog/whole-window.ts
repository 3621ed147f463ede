import { createContext } from 'react'

/**
 * Whether the dialog around a field covers the whole window, and what turns that on and off; undefined where it cannot.
 */
export const WholeWindow = createContext<{ isWhole: boolean; toggle: () => void } | undefined>(undefined)
