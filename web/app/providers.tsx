// In a cascade layer, so that our own CSS wins regardless of order.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '#web/ui/theme/theme.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cssVariables } from '#web/ui/theme/css-variables.ts'
import { colorSchemes, theme } from '#web/ui/theme/theme.ts'
import { Toasts } from './toasts.tsx'

/** The providers of theme, toasts and query client. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  )
}
