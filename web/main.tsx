// a join link begins before anything else runs
import { followJoin } from '#features/room/web/early.ts'
import '@fontsource-variable/inter'
import './theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { fetchNewer } from './client/newer.ts'
import { startTexts } from './i18n/i18n.ts'
import { preload } from './routes.tsx'
import { dressLook } from './theme/look.ts'
import { dressPage } from './theme/scheme.ts'

function render(): void {
  const root = document.getElementById('root')
  if (!root) return
  followJoin()
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

dressPage()
dressLook()
// what is shown first is shown whole; see page() in routes.tsx
Promise.all([startTexts(), preload(location.pathname)]).then(render, render)
// the slide comes first
setTimeout(() => fetchNewer().catch(() => {}), 4000)
