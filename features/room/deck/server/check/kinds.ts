/**
 * The kinds of parts of a rewritten .pptx: only those that determine how slides look. Media, sounds, embedded and linked
 * documents, controls, scripts, fonts, custom data, notes and properties are never written, whatever their names.
 */

const parts = 'application/vnd.openxmlformats-officedocument'

interface KindOfPart {
  /** The new name of such a part, to which a number is added. */
  readonly name: string
  readonly contentType: string
  /** The local name of its root element; a part with another root is written empty. */
  readonly root: string
  /** The relationships that it may have, by the last word of their type. */
  readonly links: readonly string[]
}

const drawn = ['image', 'hyperlink', 'slide', 'chart', 'vmlDrawing', 'themeOverride'] as const
const diagrams = ['diagramData', 'diagramLayout', 'diagramQuickStyle', 'diagramColors', 'diagramDrawing'] as const
const pictured = ['image', 'hyperlink', 'slide'] as const

/** Parts of markup, by the last word of the type of relationships to them. */
export const kinds = {
  officeDocument: {
    ...{ name: 'ppt/presentation', root: 'presentation' },
    contentType: `${parts}.presentationml.presentation.main+xml`,
    links: ['slideMaster', 'slide', 'theme', 'tableStyles', 'commentAuthors'],
  },
  slideMaster: {
    ...{ name: 'ppt/slideMasters/slideMaster', root: 'sldMaster' },
    contentType: `${parts}.presentationml.slideMaster+xml`,
    links: ['slideLayout', 'theme', ...drawn, ...diagrams],
  },
  slideLayout: {
    ...{ name: 'ppt/slideLayouts/slideLayout', root: 'sldLayout' },
    contentType: `${parts}.presentationml.slideLayout+xml`,
    links: ['slideMaster', ...drawn, ...diagrams],
  },
  slide: {
    ...{ name: 'ppt/slides/slide', root: 'sld' },
    contentType: `${parts}.presentationml.slide+xml`,
    links: ['slideLayout', 'comments', ...drawn, ...diagrams],
  },
  theme: {
    ...{ name: 'ppt/theme/theme', root: 'theme' },
    contentType: `${parts}.theme+xml`,
    links: ['image'],
  },
  themeOverride: {
    ...{ name: 'ppt/theme/themeOverride', root: 'themeOverride' },
    contentType: `${parts}.themeOverride+xml`,
    links: ['image'],
  },
  tableStyles: {
    ...{ name: 'ppt/tableStyles', root: 'tblStyleLst' },
    contentType: `${parts}.presentationml.tableStyles+xml`,
    links: ['image'],
  },
  commentAuthors: {
    ...{ name: 'ppt/commentAuthors', root: 'cmAuthorLst' },
    contentType: `${parts}.presentationml.commentAuthors+xml`,
    links: [],
  },
  comments: {
    ...{ name: 'ppt/comments/comment', root: 'cmLst' },
    contentType: `${parts}.presentationml.comments+xml`,
    links: [],
  },
  chart: {
    ...{ name: 'ppt/charts/chart', root: 'chartSpace' },
    contentType: `${parts}.drawingml.chart+xml`,
    links: ['image', 'themeOverride', 'chartUserShapes'],
  },
  chartUserShapes: {
    ...{ name: 'ppt/drawings/drawing', root: 'userShapes' },
    contentType: `${parts}.drawingml.chartshapes+xml`,
    links: [...pictured],
  },
  diagramData: {
    ...{ name: 'ppt/diagrams/data', root: 'dataModel' },
    contentType: `${parts}.drawingml.diagramData+xml`,
    links: [...pictured],
  },
  diagramLayout: {
    ...{ name: 'ppt/diagrams/layout', root: 'layoutDef' },
    contentType: `${parts}.drawingml.diagramLayout+xml`,
    links: ['image'],
  },
  diagramQuickStyle: {
    ...{ name: 'ppt/diagrams/quickStyle', root: 'styleDef' },
    contentType: `${parts}.drawingml.diagramStyle+xml`,
    links: [],
  },
  diagramColors: {
    ...{ name: 'ppt/diagrams/colors', root: 'colorsDef' },
    contentType: `${parts}.drawingml.diagramColors+xml`,
    links: [],
  },
  diagramDrawing: {
    ...{ name: 'ppt/diagrams/drawing', root: 'drawing' },
    contentType: 'application/vnd.ms-office.drawingml.diagramDrawing+xml',
    links: [...pictured],
  },
  vmlDrawing: {
    ...{ name: 'ppt/drawings/vmlDrawing', root: 'xml' },
    contentType: `${parts}.vmlDrawing`,
    links: ['image'],
  },
} as const satisfies Record<string, KindOfPart>

export type Kind = keyof typeof kinds
/** The targets of relationships: markup, a picture, or an address that is followed by a click. */
export type LinkKind = Kind | 'image' | 'hyperlink'

/** The attributes that name a relationship, by attribute and element, and the targets that it may have. */
export const references: Readonly<Record<string, Readonly<Record<string, readonly LinkKind[]>>>> = {
  embed: { blip: ['image'] },
  blip: { shape: ['image'] },
  relid: { imagedata: ['image'], fill: ['image'] },
  id: {
    sldMasterId: ['slideMaster'],
    sldLayoutId: ['slideLayout'],
    sldId: ['slide'],
    sld: ['slide'],
    chart: ['chart'],
    userShapes: ['chartUserShapes'],
    hlinkClick: ['hyperlink', 'slide'],
    hlinkHover: ['hyperlink', 'slide'],
    hlinkMouseOver: ['hyperlink', 'slide'],
    imagedata: ['image'],
  },
  dm: { relIds: ['diagramData'] },
  lo: { relIds: ['diagramLayout'] },
  qs: { relIds: ['diagramQuickStyle'] },
  cs: { relIds: ['diagramColors'] },
}

const relationshipTypes =
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument\/(?:2006\/)?relationships\/([\w-]+)$/
const drawingOfDiagram = 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing'

/** The last word of a relationship's type; undefined outside of the standard. */
export function wordOfType(type: string): string | undefined {
  return type === drawingOfDiagram ? 'diagramDrawing' : relationshipTypes.exec(type)?.[1]
}

/** The namespaces of the standard in both its forms, and of Office's extensions for drawings and slides. */
const known =
  /^(?:http:\/\/schemas\.openxmlformats\.org\/(?:presentationml|drawingml|officeDocument|markup-compatibility)\/|http:\/\/purl\.oclc\.org\/ooxml\/(?:presentationml|drawingml|officeDocument)\/|http:\/\/schemas\.microsoft\.com\/office\/(?:powerpoint|drawing|thememl|mac)\/)[\w./-]{1,80}$/
export const isKnownNamespace = (uri: string): boolean => known.test(uri)

const ofRelationships = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]
export const isRelationshipNamespace = (uri: string): boolean => ofRelationships.includes(uri)
