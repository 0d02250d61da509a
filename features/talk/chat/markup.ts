/** A person whom a message mentions, by the name that stands behind the @. */
export interface Mentioned {
  readonly id: string
  readonly name: string
}

/** Tags that a message may have in brackets: within a line, or as lines of their own. */
const inlineTags = ['b', 'i', 'u', 's', 'code'] as const
const blockTags = ['pre', 'quote', 'ul', 'ol', 'li'] as const
export type MarkupTag = (typeof inlineTags)[number] | (typeof blockTags)[number]

/** The nodes of a message. There are no others, so nothing else can be drawn. */
export type MarkupNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'mention'; readonly id: string; readonly name: string }
  /** `text` is the text of the link; undefined if the address itself is shown. */
  | { readonly kind: 'link'; readonly href: string; readonly text: string | undefined }
  | { readonly kind: 'tag'; readonly tag: MarkupTag; readonly children: readonly MarkupNode[] }

/** Tags within tags at most; deeper ones stay text. */
const DEEPEST = 8

/**
 * Excludes blanks, control characters, marks that turn the direction of writing, and characters that end an attribute.
 */
const inAddress = String.raw`[^\s\p{Cc}\p{Cf}<>"'\x60\\()，。！？；：、（）【】《》「」]`
/** An address may have pairs of brackets in it. */
const address = String.raw`(?:https?:\/\/|mailto:)(?:${inAddress}|\(${inAddress}*\))+`
const token = new RegExp(
  [
    String.raw`(?<break>\r?\n)`,
    String.raw`\[(?<closes>\/?)(?<tag>${[...inlineTags, ...blockTags].join('|')})\]`,
    String.raw`\[(?<words>[^[\]\r\n]{1,200})\]\((?<to>${address})\)`,
    String.raw`(?<![\p{L}\p{N}])(?<address>${address})`,
    '(?<at>@)',
  ].join('|'),
  'giu',
)

/**
 * [RULE-096, RULE-097, RULE-098] Parses the text of a message of type 0 into a tree: tags in brackets,
 * `[words](https://…)`, plain addresses, line breaks and mentions. Everything else, such as unclosed tags and HTML, is
 * text, and no character is lost.
 */
export function parseMarkup(content: string, mentioned: readonly Mentioned[] = []): readonly MarkupNode[] {
  const tree = new Tree()
  // longer names come first: a mention of "Ann Lee" is not one of "Ann"
  const people = mentioned.filter(({ name }) => name).sort((a, b) => b.name.length - a.name.length)
  let end = 0
  token.lastIndex = 0
  for (let match = token.exec(content); match; match = token.exec(content)) {
    const found = read(match, content, people, tree)
    if (!found) continue
    tree.text(content.slice(end, match.index))
    found.add()
    end = match.index + found.length
    token.lastIndex = end
  }
  tree.text(content.slice(end))
  return tree.end()
}

/** The node of a match, and how many characters it takes; undefined if the match is text. */
function read(match: RegExpExecArray, content: string, people: readonly Mentioned[], tree: Tree) {
  const [whole] = match
  const is = match.groups ?? {}
  const add = (node: MarkupNode, length = whole.length) => ({ length, add: () => tree.add(node) })
  if (is['break']) return add({ kind: 'break' })
  if (is['tag']) return readTag(is['tag'].toLowerCase() as MarkupTag, Boolean(is['closes']), match, content, tree)
  if (is['to']) return isAddress(is['to']) ? add({ kind: 'link', href: is['to'], text: is['words'] }) : undefined
  if (is['address']) {
    const href = withoutLastMarks(is['address'])
    return isAddress(href) ? add({ kind: 'link', href, text: undefined }, href.length) : undefined
  }
  const person = people.find(({ name }) => isNamed(name, content, match.index + 1))
  return person && add({ kind: 'mention', ...person }, person.name.length + 1)
}

function readTag(tag: MarkupTag, closes: boolean, match: RegExpExecArray, content: string, tree: Tree) {
  const { length } = match[0]
  if (closes) return tree.isOpen(tag) ? { length, add: () => tree.close(tag) } : undefined
  if (tree.depth >= DEEPEST) return undefined
  if (tag !== 'code' && tag !== 'pre') return { length, add: () => tree.open(tag, match[0]) }
  // code is shown as it was written
  const end = tree.endOf(tag, content, match.index + length)
  if (end < 0) return undefined
  const text = content.slice(match.index + length, end)
  const children: MarkupNode[] = [{ kind: 'text', text: tag === 'pre' ? text.replace(/^\r?\n|\r?\n$/g, '') : text }]
  return { length: end + tag.length + 3 - match.index, add: () => tree.add({ kind: 'tag', tag, children }) }
}

const isNamed = (name: string, content: string, at: number): boolean =>
  content.startsWith(name, at) && !/^[a-z0-9]/i.test(content.slice(at + name.length))

/** Web addresses without a name or password before the host, which would hide where the link leads, or one mailbox. */
const isAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#@[\]]+(?:[/?#]|$)/i.test(text) ||
  /^mailto:[^@?#,;:/]+@[^@?#,;:/][^@?#,;:/.]*\.[^@?#,;:/]+$/i.test(text)

/** The target of a link as people know it: the host, or the mailbox. */
export const hostOf = (href: string): string =>
  href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:)/i, '').split(/[/?#]/)[0] ?? ''

/** An address without the punctuation of the sentence around it. */
const withoutLastMarks = (text: string): string => text.replace(/(?<![.,;:!?*_~])[.,;:!?*_~]+$/, '')

/** The message in one line without formatting, for lists, quotes and screen readers. */
export function plainOf(content: string, mentioned: readonly Mentioned[] = []): string {
  const words = (nodes: readonly MarkupNode[]): string =>
    nodes
      .map(node => {
        if (node.kind === 'text') return node.text
        if (node.kind === 'break') return ' '
        if (node.kind === 'mention') return `@${node.name}`
        if (node.kind === 'link') return node.text ?? node.href
        return isBlock(node) ? ` ${words(node.children)} ` : words(node.children)
      })
      .join('')
  return words(parseMarkup(content, mentioned)).replace(/\s+/g, ' ').trim()
}

const isBlock = (node: MarkupNode): boolean =>
  node.kind === 'tag' && (blockTags as readonly string[]).includes(node.tag)

interface Open {
  readonly tag: MarkupTag | undefined
  /** The tag as it was written, for the case that it is never closed. */
  readonly written: string
  readonly children: MarkupNode[]
}

/** The tree under construction: the open tags, the innermost last. */
class Tree {
  readonly #open: Open[] = [{ tag: undefined, written: '', children: [] }]
  /** Closing tags that no longer follow, so that the parser does not search for them again. */
  readonly #missing = new Set<string>()

  get depth(): number {
    return this.#open.length - 1
  }

  isOpen(tag: MarkupTag): boolean {
    return this.#open.some(one => one.tag === tag)
  }

  endOf(closing: 'code' | 'pre', content: string, from: number): number {
    if (this.#missing.has(closing)) return -1
    const found = content.slice(from).search(closing === 'code' ? /\[\/code\]/i : /\[\/pre\]/i)
    if (found < 0) this.#missing.add(closing)
    return found < 0 ? -1 : from + found
  }

  text(text: string): void {
    if (text) this.add({ kind: 'text', text })
  }

  add(node: MarkupNode): void {
    const into = this.#open.at(-1)?.children
    const last = into?.at(-1)
    if (node.kind === 'text' && last?.kind === 'text')
      into?.splice(-1, 1, { kind: 'text', text: last.text + node.text })
    else into?.push(node)
  }

  open(tag: MarkupTag, written: string): void {
    this.#open.push({ tag, written, children: [] })
  }

  close(tag: MarkupTag): void {
    while (this.#open.at(-1)?.tag !== tag) this.#unclosed()
    const { children } = this.#open.pop() ?? { children: [] }
    this.add({ kind: 'tag', tag, children: tidy(children, tag) })
  }

  end(): readonly MarkupNode[] {
    while (this.depth > 0) this.#unclosed()
    return tidy(this.#open[0]?.children ?? [])
  }

  /** A tag that is never closed becomes text. */
  #unclosed(): void {
    const inner = this.#open.pop()
    if (!inner) return
    this.text(inner.written)
    for (const child of inner.children) this.add(child)
  }
}

/** Blocks need no line break around them, and a list has only entries. */
function tidy(nodes: readonly MarkupNode[], within?: MarkupTag): readonly MarkupNode[] {
  const kept = nodes.filter(
    (node, at) =>
      node.kind !== 'break' ||
      !(isBlockAt(nodes, at - 1) || isBlockAt(nodes, at + 1) || (within && isBlockTag(within) && atEdge(nodes, at))),
  )
  if (within !== 'ul' && within !== 'ol') return kept
  return kept
    .filter(node => node.kind !== 'break' && !(node.kind === 'text' && !node.text.trim()))
    .map(node => (node.kind === 'tag' && node.tag === 'li' ? node : { kind: 'tag', tag: 'li', children: [node] }))
}

const isBlockTag = (tag: MarkupTag): boolean => (blockTags as readonly string[]).includes(tag)
const isBlockAt = (nodes: readonly MarkupNode[], at: number): boolean => {
  const node = nodes[at]
  return node !== undefined && isBlock(node)
}
const atEdge = (nodes: readonly MarkupNode[], at: number): boolean => at === 0 || at === nodes.length - 1
