/**
 * Keeps the room in the visible part of the window, in browsers that lay the on-screen keyboard over the page; other browsers
 * shrink the window themselves. Returns the function that stops it.
 */
export function keepInSight(window: Window = globalThis.window): () => void {
  const { visualViewport: seen, document } = window
  if (!seen) return () => {}
  const { style } = document.documentElement
  const follow = () => {
    // a viewer who zooms the page sees a part of it on purpose
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
