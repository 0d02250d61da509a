/** [ERR-069] Whether this browser can fill the screen. */
export const canFillScreen = (): boolean => document.fullscreenEnabled === true

export function toggleFullscreen(): void {
  if (!canFillScreen()) return
  // a refusal of the browser changes nothing
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
  else document.documentElement.requestFullscreen().catch(() => {})
}
