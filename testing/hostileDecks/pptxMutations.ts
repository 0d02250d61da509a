import { gzipSync } from 'node:zlib'
import { makeZip } from '#testing/decks.ts'
import type { Random } from './random.ts'

/** What a hostile deck would reach: an address that is listened to, and files that must not be read. */
export interface Prey {
  /** Of a server on this machine, without a path. */
  readonly origin: string
  /** A path of this machine to a picture. */
  readonly file: string
}

export type Parts = Map<string, Buffer | string>
type Mutation = (parts: Parts, random: Random, prey: Prey) => void

const transitional = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const microsoft = 'http://schemas.microsoft.com/office/2007/relationships'
const words = [
  ...['image', 'video', 'audio', 'media', 'oleObject', 'package', 'externalLink', 'attachedTemplate', 'frame', 'font'],
  ...['hyperlink', 'slide', 'slideLayout', 'slideMaster', 'theme', 'control', 'vmlDrawing', 'chart', 'customXml'],
  ...[
    'diagramData',
    'diagramLayout',
    'diagramDrawing',
    'themeOverride',
    'tableStyles',
    'officeDocument',
    'subDocument',
  ],
  ...['chartUserShapes', 'comments', 'notesSlide', 'slideUpdateInfo', 'htmlPubSaveAs', 'quickTimeFile', 'aFChunk'],
]
const typeOf = (random: Random) =>
  `${random.pick([transitional, transitional, strict, microsoft])}/${random.pick(words)}`

/** An address of the prey, in one of the ways in which it can be written. */
function target(random: Random, { origin, file }: Prey): string {
  const path = `/${random.below(1e9)}.png`
  const host = origin.replace('http:', '')
  return random.pick([
    `${origin}${path}`,
    `${origin}${path}`,
    `file://${file}`,
    `file://${file}`,
    file,
    `../../../../../../../../..${file}`,
    `..\\..\\..\\..\\..\\..${file.replaceAll('/', '\\')}`,
    `${host}${path}`,
    `\\\\${host.slice(2)}${path}`,
    `HTTP:${host}${path}`,
    ` ${origin}${path}`,
    `&#104;ttp:${host}${path}`,
    `webdav:${host}${path}`,
    `vnd.sun.star.webdav:${host}${path}`,
    `vnd.sun.star.expand:${file}`,
    `file:${file}`,
    `FILE://localhost${file}`,
    `data:image/svg+xml;base64,${Buffer.from(svg(`${origin}${path}`)).toString('base64')}`,
    `%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e${file}`,
  ])
}

const svg = (address: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="300"><style>@import url(${address});</style><image xlink:href="${address}" width="300" height="300"/><rect width="9" height="9" style="fill:url('${address}#a')"/></svg>`

const postScript = (file: string) => `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n(${file}) run showpage\n`

const named = (parts: Parts, pattern: RegExp) => [...parts.keys()].filter(name => pattern.test(name))
const textOf = (parts: Parts, name: string) => String(parts.get(name) ?? '')
const change = (parts: Parts, name: string, by: (text: string) => string) => parts.set(name, by(textOf(parts, name)))

const anyRels = (parts: Parts, random: Random) => random.pick(named(parts, /\.rels$/))
const anySlide = (parts: Parts, random: Random) => random.pick(named(parts, /ppt\/slides\/[^/]+\.xml$/))
const relsOf = (name: string) => name.replace(/([^/]+)$/, '_rels/$1.rels')

/** A relationship in one of the ways in which it can be written. */
function relationship(random: Random, prey: Prey, id: string, type = typeOf(random)): string {
  const to = target(random, prey)
  const mode = random.pick([
    ' TargetMode="External"',
    ' TargetMode="External"',
    " TargetMode=' External '",
    ' TargetMode="&#x45;xternal"',
    '',
  ])
  return random.pick([
    `<Relationship Id="${id}" Type="${type}" Target="${to}"${mode}/>`,
    `<Relationship Id='${id}' Type='${type}' Target='${to}'${mode}></Relationship>`,
    `<Relationship\n\tTarget = "${to}"\n${mode} Type="${type}" Id="${id}" />`,
    `<é:Relationship xmlns:é="http://schemas.openxmlformats.org/package/2006/relationships" Id="${id}" Type="${type}" Target="${to}"${mode}/>`,
    `<![CDATA[]]><Relationship Id="${id}" Type="${type}" Target="${to}"${mode}><!-- > --></Relationship>`,
    `<?x <Relationship/> ?><Relationship Id="${id}" Type="${type}" Target="${to}"${mode}/>`,
  ])
}

const insert = (parts: Parts, name: string, what: string) => {
  const empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  parts.set(name, (textOf(parts, name) || empty).replace('</Relationships>', `${what}</Relationships>`))
}

/** What a slide may show by a relationship. */
const shows = (random: Random, id: string, to: string) =>
  random.pick([
    `<p:pic><p:nvPicPr><p:cNvPr id="900" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>`,
    `<p:pic><p:nvPicPr><p:cNvPr id="901" name="x"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr></p:pic>`,
    `<p:pic><p:nvPicPr><p:cNvPr id="902" name="x"/><p:cNvPicPr/><p:nvPr><a:videoFile r:link="${id}"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="${id}"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></a:xfrm></p:spPr></p:pic>`,
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="903" name="x"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="x" r:id="${id}" progId="Paint.Picture" imgW="100" imgH="100"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`,
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="904" name="x"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="${id}"/></a:graphicData></a:graphic></p:graphicFrame>`,
    `<p:sp><p:nvSpPr><p:cNvPr id="905" name="x"><a:hlinkClick r:id="${id}" action="ppaction://program"/></p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></a:xfrm><a:prstGeom prst="rect"/><a:blipFill><a:blip r:link="${id}"/><a:tile/></a:blipFill></p:spPr></p:sp>`,
    `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:v="urn:schemas-microsoft-com:vml" Requires="v"><v:shape><v:imagedata src="${to}"/></v:shape></mc:Choice><mc:Fallback><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${to}"/></mc:Fallback></mc:AlternateContent>`,
  ])

/** Each makes a deck reach out, or hides that it does, in another way. */
const mutations: Readonly<Record<string, Mutation>> = {
  relationship(parts, random, prey) {
    insert(parts, anyRels(parts, random), relationship(random, prey, `rX${random.below(99)}`))
  },
  shownLink(parts, random, prey) {
    const slide = anySlide(parts, random)
    const id = `rS${random.below(99)}`
    const type = random.pick([undefined, `${transitional}/image`, `${transitional}/image`, `${transitional}/hyperlink`])
    insert(parts, relsOf(slide), relationship(random, prey, id, type))
    change(parts, slide, text => text.replace('</p:spTree>', `${shows(random, id, target(random, prey))}</p:spTree>`))
  },
  everyPictureLinked(parts, random, prey) {
    for (const name of named(parts, /slides\/_rels\/.*\.rels$/))
      change(parts, name, text =>
        text.replace(
          /(relationships\/image" Target=")[^"]*"/g,
          `$1${target(random, prey).replaceAll('$', '$$$$')}" TargetMode="External"`,
        ),
      )
    for (const name of named(parts, /ppt\/slides\/[^/]+\.xml$/))
      change(parts, name, text =>
        text.replaceAll('r:embed=', random.pick(['r:link=', 'r:embed=', 'r:embed="" r:link='])),
      )
  },
  otherEncoding(parts, random) {
    const name = random.below(2) ? anyRels(parts, random) : anySlide(parts, random)
    const text = textOf(parts, name).replace(/^<\?xml[^>]*\?>/, '')
    const wide = (bytes: Buffer, isBig: boolean) => (isBig ? Buffer.from(bytes).swap16() : bytes)
    const isBig = random.below(2) === 1
    parts.set(
      name,
      random.pick([
        wide(Buffer.from(`\ufeff${text}`, 'utf16le'), isBig),
        wide(Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le'), isBig),
        wide(Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le'), isBig),
        Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'),
        Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${text}`),
        Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${text.replaceAll('<', '+ADw-')}`),
        Buffer.from(`<?xml version="1.1" encoding="UTF-8"?>${text}`),
        Buffer.concat([Buffer.from(text), Buffer.from([0])]),
      ]),
    )
  },
  otherPrefix(parts, random) {
    const name = anyRels(parts, random)
    const prefix = random.pick(['é', 'r', 'Relationship', '_', '図'])
    change(parts, name, text =>
      text.replace(/<(\/?)Relationship/g, `<$1${prefix}:Relationship`).replace('xmlns=', `xmlns:${prefix}=`),
    )
  },
  documentType(parts, random, { origin, file }) {
    const name = random.pick(named(parts, /\.(?:xml|rels)$/))
    const to = random.pick([`${origin}/x.dtd`, `file://${file}`])
    const type = `<!DOCTYPE x [<!ENTITY a SYSTEM "${to}"><!ENTITY % b SYSTEM "${to}">%b;]>`
    change(parts, name, text => (text.includes('?>') ? text.replace('?>', `?>${type}`) : `${type}${text}`))
  },
  instruction(parts, random, prey) {
    const name = random.pick(named(parts, /\.(?:xml|rels)$/))
    change(parts, name, text =>
      text.replace('?>', `?><?xml-stylesheet type="text/xsl" href="${target(random, prey)}"?>`),
    )
  },
  base(parts, random, prey) {
    const name = random.pick(named(parts, /\.(?:xml|rels)$/))
    change(parts, name, text => text.replace(/ xmlns/, ` xml:base="${target(random, prey)}" xmlns`))
  },
  drawing(parts, random, { origin, file }) {
    const address = random.pick([`${origin}/in.svg`, `file://${file}`, file])
    const bytes = random.pick([
      svg(address),
      gzipSync(svg(address)),
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "${address}">]>${svg('&a;')}`,
    ])
    replacePicture(parts, random, random.pick(['svg', 'png', 'emf']), bytes)
  },
  program(parts, random, { origin, file }) {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const bytes = random.pick<Buffer | string>([
      postScript(file),
      Buffer.concat([png, Buffer.from(postScript(file))]),
      Buffer.concat([Buffer.from('c5d0d3c61e000000ff000000', 'hex'), Buffer.alloc(18), Buffer.from(postScript(file))]),
      `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(${origin}/pdf)>>>>endobj`,
      `<html><img src="${origin}/html.png"/></html>`,
      `{\\rtf1{\\field{\\*\\fldinst INCLUDEPICTURE "${origin}/rtf.png"}}}`,
      makeZip([
        { name: 'mimetype', bytes: 'application/vnd.oasis.opendocument.graphics' },
        { name: 'content.xml', bytes: `<a href="${origin}"/>` },
      ]),
    ])
    replacePicture(parts, random, random.pick(['png', 'jpeg', 'emf', 'wmf', 'eps', 'bin']), bytes)
  },
  oldDrawing(parts, random, prey) {
    const slide = anySlide(parts, random)
    const to = target(random, prey)
    insert(
      parts,
      relsOf(slide),
      `<Relationship Id="rV" Type="${transitional}/vmlDrawing" Target="../drawings/vmlDrawing9.vml"/>`,
    )
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship(random, prey, 'rId1', `${transitional}/image`)}</Relationships>`
    parts.set('ppt/drawings/_rels/vmlDrawing9.vml.rels', rels)
    const open = random.pick(['', '<![if gte mso 9]>', '<!DOCTYPE x>', '<?x?>'])
    parts.set(
      'ppt/drawings/vmlDrawing9.vml',
      `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:r="${transitional}"><v:shape id="_x0000_s1026" style="width:99pt;height:99pt">${open}<v:imagedata src="${to}" o:href="${to}" r:href="rId1" o:relid="rId1" r:id="rId1" r:pict="rId1"/><v:fill type="frame" src="${to}" o:relid="rId1"/></v:shape></xml>`,
    )
    const ole = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="950" name="x"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="4000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj spid="_x0000_s1026" name="x" r:id="rV" imgW="100" imgH="100" progId="Paint.Picture"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`
    change(parts, slide, text => text.replace('</p:spTree>', `${ole}</p:spTree>`))
  },
  otherType(parts, random) {
    change(parts, '[Content_Types].xml', text => {
      const types = text.match(/ContentType="[^"]*"/g) ?? []
      return types.length ? text.replace(random.pick(types), random.pick(types)) : text
    })
  },
  strangeName(parts, random, { file }) {
    const slide = anySlide(parts, random)
    const name = random.pick([
      `../../../..${file}`,
      file,
      'ppt\\slides\\x.xml',
      `ppt/../../..${file}`,
      'ppt/slides/./slide1.xml',
      'ppt/media/\u0000.png',
      'ppt/media/%2e%2e%2fx.png',
      '/etc/x',
      'C:\\x.xml',
    ])
    parts.set(name, textOf(parts, slide))
    insert(
      parts,
      relsOf(slide),
      `<Relationship Id="rN" Type="${transitional}/image" Target="${name.replaceAll('\u0000', '')}"/>`,
    )
  },
  embedded(parts, random, prey) {
    const slide = anySlide(parts, random)
    const word = random.pick(['oleObject', 'package', 'control', 'customXml', 'vbaProject', 'attachedToolbars', 'font'])
    insert(parts, relsOf(slide), `<Relationship Id="rE" Type="${transitional}/${word}" Target="../embeddings/o.bin"/>`)
    parts.set(
      'ppt/embeddings/o.bin',
      random.pick<Buffer | string>([Buffer.from('d0cf11e0a1b11ae1', 'hex'), `${prey.origin}/embedded`]),
    )
    change(parts, slide, text => text.replace('</p:spTree>', `${shows(random, 'rE', target(random, prey))}</p:spTree>`))
  },
  broken(parts, random) {
    const name = random.pick([...parts.keys()])
    const bytes = Buffer.from(parts.get(name) as Buffer)
    for (let n = random.below(8); n >= 0 && bytes.length > 0; n--) bytes[random.below(bytes.length)] = random.below(256)
    parts.set(name, random.below(4) ? bytes : bytes.subarray(0, random.below(bytes.length + 1)))
  },
  swapped(parts, random) {
    const [one, other] = [random.pick([...parts.keys()]), random.pick([...parts.keys()])]
    const bytes = parts.get(one) as Buffer
    parts.set(one, parts.get(other) as Buffer).set(other, bytes)
  },
}

function replacePicture(parts: Parts, random: Random, extension: string, bytes: Buffer | string): void {
  const slide = anySlide(parts, random)
  parts.set(`ppt/media/hostile.${extension}`, bytes)
  change(parts, '[Content_Types].xml', text =>
    text.replace('</Types>', `<Default Extension="${extension}" ContentType="image/${extension}"/></Types>`),
  )
  insert(
    parts,
    relsOf(slide),
    `<Relationship Id="rP" Type="${transitional}/image" Target="../media/hostile.${extension}"/>`,
  )
  change(parts, slide, text => text.replace('</p:spTree>', `${shows(random, 'rP', '')}</p:spTree>`))
}

/** Changes a deck in one to four of these ways; answers the ways. */
export function mutatePptx(parts: Parts, random: Random, prey: Prey): string[] {
  const names = Object.keys(mutations)
  return Array.from({ length: 1 + random.below(4) }, () => {
    const name = random.pick(names)
    mutations[name]?.(parts, random, prey)
    return name
  })
}

/** Puts the parts together, now and then as a zip that not all programs read alike. */
export function zipOf(parts: Parts, random: Random): Buffer {
  const list = [...parts].map(([name, bytes]) => ({ name, bytes }))
  const way = random.below(20)
  if (way === 0) list.push({ name: random.pick(list).name.toUpperCase(), bytes: random.pick(list).bytes })
  if (way === 1) list.push(random.pick(list))
  if (way === 2) list.reverse()
  const zip = makeZip(list)
  if (way === 3) return Buffer.concat([zip, Buffer.from('%PDF-1.4\n')])
  if (way === 4) return Buffer.concat([zip.subarray(0, 4), Buffer.from('<html>'), zip.subarray(4)])
  if (way === 5) zip[random.below(zip.length)] = random.below(256)
  return zip
}
