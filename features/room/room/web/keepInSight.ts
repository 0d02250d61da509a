/**
 * Keeps the room in the part of the window that a keyboard on the screen leaves in sight, in browsers that lay the
 * keyboard over the page; the others make the window smaller by themselves. Returns what ends it.
 */
export function keepInSight(window: Window = globalThis.window): () => void {
  const { visualViewport: seen, document } = window
  if (!seen) return () => {}
  const { style } = document.documentElement
  const follow = () => {
    // whoever has drawn the page nearer sees a part of it because they want to
    const covered = seen.scale < 1.01 && window.innerHeight - seen.height > 1
    style.setProperty('--seen-height', covered ? `${seen.height}px` : '')
    style.setProperty('--seen-from', covered ? `${seen.offsetTop}px` : '')
  }
  const end = () => {
    seen.removeEventListener('resize', follow)
    seen.removeEventListener('scroll', follow)
    style.removeProperty('--seen-height')
    style.removeProperty('--seen-from')
  }
  seen.addEventListener('resize', follow)
  seen.addEventListener('scroll', follow)
  follow()
  return end
}
