// a join link begins before anything else runs
import '#features/room/web/early.ts'
import '@fontsource-variable/inter'
import './theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { startTexts } from './i18n/i18n.ts'
import { AllRoutes, preload } from './routes.tsx'
import { dressPage } from './theme/scheme.ts'

dressPage()
startTexts()
preload(location.pathname)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* [NAV-004] */}
      <BrowserRouter>
        <AllRoutes />
      </BrowserRouter>
    </StrictMode>,
  )
