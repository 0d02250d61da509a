import type { BackgroundChoice } from '../stageChoice.ts'
import dusk from './dusk.svg?no-inline'
import office from './office.svg?no-inline'
import shelf from './shelf.svg?no-inline'

const storedUnder = 'rostrum.background'
/** The size of the pictures, equal to the camera's. */
const [WIDTH, HEIGHT] = [1280, 720]

/** Pictures that come with the console. */
export const ours = { office, shelf, dusk } as const

/** The address of a background picture; undefined for a choice without one. */
export function pictureOf(choice: BackgroundChoice): string | undefined {
  if (choice === 'own') return ownPicture() ?? ours.office
  return choice === 'none' || choice === 'blur' ? undefined : ours[choice]
}

/** The person's own picture, stored in this browser. It leaves the browser only as part of their video. */
export function ownPicture(): string | undefined {
  try {
    return localStorage.getItem(storedUnder) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a file as the own picture, cropped to the camera's shape. Fails for a file that is no picture. */
export async function keepOwnPicture(file: Blob): Promise<void> {
  const picture = await createImageBitmap(file)
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const scale = Math.max(WIDTH / picture.width, HEIGHT / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  canvas.getContext('2d')?.drawImage(picture, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
  picture.close()
  localStorage.setItem(storedUnder, canvas.toDataURL('image/jpeg', 0.82))
}

export function forgetOwnPicture(): void {
  localStorage.removeItem(storedUnder)
}
