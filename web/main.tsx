import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { storedToken } from './api/session.ts'
import { preloadLinks } from './app/preload-links.ts'
import { printInLight } from './app/print-in-light.ts'
import { Providers } from './app/providers.tsx'
import { createQueryClient } from './app/query-client.ts'
import { routes } from './app/routes.tsx'
import { loadShell } from './app/use-shell.ts'

function start() {
  const client = createQueryClient({ onForbidden: () => void router.navigate('/unauthorized') })
  // Before the router asks for it. If it fails, `useShell` tries again and reports it.
  if (storedToken()) loadShell().catch(() => {})
  const router = createBrowserRouter(routes)

  preloadLinks(routes)
  printInLight()

  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

// In a task of its own: that of the modules is long enough.
setTimeout(start)
