import { beginningOf } from './pictures.ts'
import { DeckRefused } from './refused.ts'
import { attributeText, elementText, readXmlStepwise, type Tag } from './xml.ts'

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'

/** Elements that draw. Scripts, animations, filters and foreign objects are left out. */
const elements = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'image'],
  ...['text', 'tspan', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern', 'marker', 'switch'],
  ...['style'],
])
const own = /^#[\w.:-]*$/
const picture = /^data:image\/(?:png|jpe?g|gif);base64,([\w+/=\s]*)$/
/** Anything in a style that could be an external address or hide one. */
const reaching = /[\\@]|\/\/|url\((?!["']?#)|expression|import/i

/**
 * Rewrites a drawing: shapes, texts and references within the drawing. One that is not understood becomes empty, since
 * PowerPoint stores a bitmap of each drawing as well.
 */
export async function* rewriteSvg(bytes: AsyncIterable<Buffer>, onLeftOut: () => void): AsyncGenerator<string> {
  let out = ''
  let depth = 0
  let skipped = 0
  let style = ''
  const inside: string[] = []
  try {
    const steps = readXmlStepwise(bytes, {
      open(tag) {
        if (depth++ === 0 && tag.local !== 'svg') throw new DeckRefused('DeckDamaged', `${tag.local} in a drawing`)
        if (skipped > 0 || tag.uri !== SVG || !elements.has(tag.local)) skipped++
        else {
          if (leads(tag)) onLeftOut()
          out += `<${tag.local}${depth === 1 ? ` xmlns="${SVG}" xmlns:xlink="${XLINK}"` : ''}${attributesOf(tag)}>`
          inside.push(tag.local)
        }
      },
      close() {
        depth--
        if (skipped > 0) skipped--
        else {
          if (reaching.test(style)) onLeftOut()
          else out += elementText(style)
          style = ''
          out += `</${inside.pop()}>`
        }
      },
      text(text) {
        if (depth === 0 || skipped > 0) return
        if (inside.at(-1) === 'style') style += text
        else out += elementText(text)
      },
    })
    for await (const _step of steps);
    yield out
  } catch (error) {
    if (!(error instanceof DeckRefused)) throw error
    yield `<svg xmlns="${SVG}" width="1" height="1"/>`
  }
}

/** Whether an element refers to anything but the drawing itself. */
const leads = ({ attributes }: Tag): boolean =>
  Object.values(attributes).some(({ local, value }) => local === 'href' && !own.test(value) && !isPicture(value))

function attributesOf(tag: Tag): string {
  let out = ''
  for (const { prefix, local, uri, value, name } of Object.values(tag.attributes)) {
    if (prefix === 'xmlns' || name === 'xmlns' || local.startsWith('on') || local === 'base') continue
    if (local === 'href') {
      if (own.test(value) || isPicture(value)) out += ` xlink:href="${attributeText(value)}"`
    } else if (uri === '' && !reaching.test(value)) out += ` ${local}="${attributeText(value)}"`
  }
  return out
}

function isPicture(address: string): boolean {
  const type = beginningOf(Buffer.from(picture.exec(address)?.[1] ?? '', 'base64'))
  return type === 'png' || type === 'jpeg' || type === 'gif'
}
