// First, because schemas are built when their modules load.
import './app/zod-without-eval.ts'
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
import { startSession } from './app/session-gate.tsx'
import { loadDrafts } from './forms/draft-store.ts'

function start() {
  const client = createQueryClient({ onForbidden: () => void router.navigate('/unauthorized') })
  if (storedToken()) startSession(client)
  const router = createBrowserRouter(routes)

  void loadDrafts()
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
