import { createElement, type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, parseMarkdown } from '#features/admin/pages/markdown.ts'

/** A text written in Markdown, as elements: nothing in it is ever taken for HTML. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text])
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change places
  return blocks.map((block, at) => <Shown key={at} block={block} />)
}

function Shown({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, {}, inline(block.content))
    case 'paragraph':
      return <p>{inline(block.content)}</p>
    case 'list':
      return createElement(
        block.ordered ? 'ol' : 'ul',
        {},
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do the items of a list
        block.items.map((item, at) => <li key={at}>{inline(item)}</li>),
      )
    case 'line':
      return <hr />
  }
}

const inline = (parts: readonly Inline[]): ReactNode =>
  parts.map((part, at) => {
    if (typeof part === 'string') return part
    const content = inline(part.content)
    const key = at
    switch (part.kind) {
      case 'strong':
        return <strong key={key}>{content}</strong>
      case 'emphasis':
        return <em key={key}>{content}</em>
      case 'link':
        return part.to.startsWith('/') ? (
          <Link key={key} to={part.to}>
            {content}
          </Link>
        ) : (
          <a key={key} href={part.to} rel="noopener noreferrer">
            {content}
          </a>
        )
    }
    return null
  })
