import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import type { Frame } from '#server/frame.ts'
import type { Message } from './whole.ts'

/** What an email can show, by the keys of stored pictures. */
export const pictureNames = ['logo', 'company', 'slide'] as const
export type PictureName = (typeof pictureNames)[number]
/** The organization's logo is not among those of an email: it is the one that it has when the email is sent. */
export type MailPictures = { readonly [N in Exclude<PictureName, 'logo'>]?: string }
type Keys = { readonly [N in PictureName]?: string | null | undefined }

/** The address of a picture within its email, which carries it along: nothing is fetched when the email is read. */
export const cidOf = (name: PictureName): string => `${name}@rostrum`

/** Mail programs show no WebP. Each is drawn at twice the size at which it is shown. */
const forms: Readonly<Record<PictureName, { type: 'png' | 'jpeg'; draw: (picture: Sharp) => Sharp }>> = {
  logo: { type: 'png', draw: logo },
  company: { type: 'png', draw: logo },
  slide: {
    type: 'jpeg',
    draw: picture => picture.resize({ width: 992, withoutEnlargement: true }).jpeg({ quality: 70, mozjpeg: true }),
  },
}
function logo(picture: Sharp): Sharp {
  return picture.resize({ width: 480, height: 80, fit: 'inside', withoutEnlargement: true }).png()
}

const drawn = new Map<string, Promise<Buffer | undefined>>()

/** A picture for an email; undefined when it is gone. */
function pictureOf({ storage }: Pick<Frame, 'storage'>, name: PictureName, key: string): Promise<Buffer | undefined> {
  const of = `${name} ${key}`
  const known = drawn.get(of)
  if (known) return known
  if (drawn.size > 50) drawn.clear()
  const made = draw(storage, name, key)
  drawn.set(of, made)
  made.catch(() => drawn.delete(of))
  return made
}

async function draw(storage: Frame['storage'], name: PictureName, key: string): Promise<Buffer | undefined> {
  const stored = await storage.read(key)
  return stored && forms[name].draw(sharp(await buffer(stored.stream))).toBuffer()
}

/** The pictures that a page shows and that are still there. */
async function shownIn(frame: Pick<Frame, 'storage'>, html: string, keys: Keys) {
  const shown: { name: PictureName; content: Buffer | undefined }[] = []
  for (const name of pictureNames) {
    const key = keys[name]
    if (html.includes(`cid:${cidOf(name)}`))
      shown.push({ name, content: key ? await pictureOf(frame, name, key) : undefined })
  }
  return shown
}

/** A page without the picture of a name, whose words stay. */
const without = (html: string, name: PictureName): string =>
  html.replace(new RegExp(`<img [^>]*src="cid:${cidOf(name)}" alt="([^"]*)"[^>]*>`, 'g'), '$1')

/** The page of an email as it is sent, with the pictures that go along. */
export async function carried(
  frame: Pick<Frame, 'storage'>,
  html: string,
  keys: Keys,
): Promise<Pick<Message, 'html' | 'pictures'>> {
  const shown = await shownIn(frame, html, keys)
  const pictures = shown.flatMap(({ name, content }) => {
    const { type } = forms[name]
    const filename = `${name}.${type === 'jpeg' ? 'jpg' : 'png'}`
    return content ? [{ cid: cidOf(name), filename, type: `image/${type}`, content }] : []
  })
  const page = shown.reduce((left, { name, content }) => (content ? left : without(left, name)), html)
  return { html: page, pictures }
}

/** The page of an email for a browser, which has no parts of an email: the pictures stand in it. */
export async function inlined(frame: Pick<Frame, 'storage'>, html: string, keys: Keys): Promise<string> {
  let page = html
  for (const { name, content } of await shownIn(frame, html, keys))
    page = content
      ? page.replaceAll(`cid:${cidOf(name)}`, `data:image/${forms[name].type};base64,${content.toString('base64')}`)
      : without(page, name)
  return page
}
