/**
 * The fallback without such a window: picture in picture of the shared screen, or of the largest face. A second press
 * ends it.
 */
export async function toggleSmallVideo(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture()
  const videos = [...document.querySelectorAll<HTMLVideoElement>('.stage-screen, .face video')]
  const size = ({ clientWidth, clientHeight }: HTMLVideoElement) => clientWidth * clientHeight
  const largest = videos.find(one => one.matches('.stage-screen')) ?? videos.sort((a, b) => size(b) - size(a))[0]
  await largest?.requestPictureInPicture()
}
