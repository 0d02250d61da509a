interface SmallWindows {
  requestWindow(size: { width: number; height: number }): Promise<Window>
}
const smallWindows = (): SmallWindows | undefined =>
  (globalThis as { documentPictureInPicture?: SmallWindows }).documentPictureInPicture

/** What this browser supports: a window with any content, a single video, or neither. */
export function smallWindowKind(): 'whole' | 'video' | undefined {
  if (smallWindows()) return 'whole'
  return document.pictureInPictureEnabled ? 'video' : undefined
}

/** Opens a window above other programs, with the styles of this page. Has to be called from a click. */
export async function openSmallWindow(title: string): Promise<Window | undefined> {
  const opened = await smallWindows()?.requestWindow({ width: 480, height: 360 })
  if (!opened) return undefined
  for (const sheet of document.styleSheets) copySheet(sheet, opened.document)
  opened.document.title = title
  opened.document.documentElement.lang = document.documentElement.lang
  return opened
}

function copySheet(sheet: CSSStyleSheet, to: Document): void {
  if (sheet.href) {
    to.head.append(Object.assign(to.createElement('link'), { rel: 'stylesheet', href: sheet.href }))
    return
  }
  const text = [...sheet.cssRules].map(rule => rule.cssText).join('\n')
  to.head.append(Object.assign(to.createElement('style'), { textContent: text }))
}
