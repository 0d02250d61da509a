/** A text within a line. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly content: readonly Inline[] }

export type Block =
  /** The page has its own heading of the first level. */
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'line' }

/**
 * The part of Markdown that a policy needs: headings, paragraphs, lists, bold, italic, links, lines. Whatever else there
 * is stays text, HTML above all; the result holds no markup, only what the page builds its elements from.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', content: parseInline(paragraph.join('\n')) })
    paragraph = []
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const block = lineBlock(line)
    if (block === 'text') {
      // a line that is set in belongs to the item above it
      const last = blocks.at(-1)
      if (/^\s{2,}\S/.test(line) && paragraph.length === 0 && last?.kind === 'list') {
        const items = [...last.items.slice(0, -1), [...(last.items.at(-1) ?? []), ' ', ...parseInline(line.trim())]]
        blocks[blocks.length - 1] = { ...last, items }
      } else paragraph.push(line.trim())
      continue
    }
    endParagraph()
    if (block === 'empty') continue
    const last = blocks.at(-1)
    if (block.kind === 'list' && last?.kind === 'list' && last.ordered === block.ordered)
      blocks[blocks.length - 1] = { ...last, items: [...last.items, ...block.items] }
    else blocks.push(block)
  }
  endParagraph()
  return blocks
}

function lineBlock(line: string): Block | 'text' | 'empty' {
  if (!line.trim()) return 'empty'
  const heading = line.match(/^(#{1,6})\s+(\S.*)$/)
  if (heading?.[1] && heading[2])
    return { kind: 'heading', level: heading[1].length > 2 ? 3 : 2, content: parseInline(withoutSigns(heading[2])) }
  if (/^\s{0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) return { kind: 'line' }
  const item = line.match(/^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(\S.*)$/)
  if (item?.[2]) return { kind: 'list', ordered: item[1] !== undefined, items: [parseInline(item[2])] }
  return 'text'
}

/** A heading may end in as many signs as it likes, which are not shown. */
const withoutSigns = (heading: string): string =>
  heading
    .trimEnd()
    .replace(/(?<!#)#+$/, '')
    .trimEnd() || '#'

/** `\*` is a star; `**bold**`, `*italic*`, `_italic_`, `[words](address)`, and addresses as they stand. */
const marks =
  /\\([\\`*_{}[\]()#+\-.!<>~|])|\*\*([^\s*](?:[^*]*[^\s*])?)\*\*|(?<![\w*])[*_]([^\s*_](?:[^*_]*[^\s*_])?)[*_](?!\w)|\[([^\]\n]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s<>()\u3000-\uffef]+[\w/])|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gu

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(marks)) {
    const [whole, escaped, strong, emphasis, words, to, address, mail] = match
    push(parts, text.slice(at, match.index))
    at = match.index + whole.length
    if (escaped !== undefined) push(parts, escaped)
    else if (strong !== undefined) parts.push({ kind: 'strong', content: parseInline(strong) })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', content: parseInline(emphasis) })
    else if (address !== undefined) parts.push({ kind: 'link', to: address, content: [address] })
    else if (mail !== undefined) parts.push({ kind: 'link', to: `mailto:${mail}`, content: [mail] })
    else if (words !== undefined && to !== undefined && isSafe(to))
      parts.push({ kind: 'link', to, content: [plain(words)] })
    else push(parts, plain(whole))
  }
  push(parts, text.slice(at))
  return parts
}

/** Joins what is text with the text before it. */
function push(parts: Inline[], text: string): void {
  if (!text) return
  const last = parts.at(-1)
  if (typeof last === 'string') parts[parts.length - 1] = last + text
  else parts.push(text)
}

const plain = (text: string): string => text.replace(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1')

/** Only to the web, to a mailbox, or to a page of the console: a link never runs a script. */
const isSafe = (to: string): boolean => /^(https?:\/\/\S+|mailto:[^\s@]+@\S+|\/(?![/\\])\S*)$/i.test(to)
