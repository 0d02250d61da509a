import '@fontsource-variable/inter'
import './theme/tokens.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startTexts } from './i18n/i18n.ts'
import { router } from './routes.tsx'
import { dressPage } from './theme/scheme.ts'

dressPage()
startTexts()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </StrictMode>,
  )
