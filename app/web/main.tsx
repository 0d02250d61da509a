import './early.ts'
import { followJoin } from '#features/screens/live/web/early.ts'
import '@fontsource-variable/inter'
import '../../web/theme/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchNewer } from '#web/client/newer.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import { applyColourScheme, applyLook } from '#web/theme/look.ts'
import { App, preload } from './routes.tsx'

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

applyColourScheme()
applyLook()
// what is shown first is shown whole; see page() in routes.tsx
Promise.all([startTexts(), preload(location.pathname)]).then(render, render)
// the slide comes first
setTimeout(() => fetchNewer().catch(() => {}), 4000)
// pages without the console, such as that of an expired link, say what is so of mail as well; a room says nothing of it
if (!location.pathname.startsWith('/live/'))
  setTimeout(async () => {
    await import('./startMail.ts')
    const { wonder } = await import('#web/i18n/mail.ts')
    wonder()
  }, 1500)
