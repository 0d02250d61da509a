import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import type { ChatMessage } from '#features/talk/chat/events.ts'
import { type MarkupNode, type MarkupTag, type Mentioned, parseMarkup, plainOf } from '#features/talk/chat/markup.ts'
import { MENTION_COLOURS } from '#features/talk/chat/rules.ts'
import { leadsTo } from './linkHost.ts'
import { textOf } from './wording.ts'
import './text.css'

interface Props {
  text: string
  mentioned?: readonly Mentioned[] | undefined
  /** The reader, whose own mentions are highlighted. */
  me?: string | undefined
}

/**
 * [RULE-095 to RULE-099] The text of a message of type 0. It is drawn from a tree of a few elements and never parsed as
 * HTML.
 */
export const MessageText = memo(function MessageText({ text, mentioned, me }: Props) {
  const nodes = useMemo(() => parseMarkup(text, mentioned), [text, mentioned])
  return (
    <div className="chat-text" dir="auto">
      {draw(nodes, me)}
    </div>
  )
})

const elements = {
  b: 'strong',
  i: 'em',
  u: 'u',
  s: 's',
  code: 'code',
  pre: 'pre',
  quote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
} as const satisfies Record<MarkupTag, string>

const draw = (nodes: readonly MarkupNode[], me: string | undefined): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  nodes.map((node, at) => <Fragment key={at}>{drawOne(node, me)}</Fragment>)

function drawOne(node: MarkupNode, me: string | undefined): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'break':
      return <br />
    case 'mention':
      return (
        <mark className={node.id === me ? 'chat-mention mine' : 'chat-mention'} style={MENTION_COLOURS}>
          @{node.name}
        </mark>
      )
    case 'link':
      return <Link href={node.href} text={node.text} />
    case 'tag': {
      const Element = elements[node.tag]
      return <Element>{draw(node.children, me)}</Element>
    }
  }
}

/** A link opens in a window without access to this one, and shows where it leads. */
function Link({ href, text }: { href: string; text: string | undefined }) {
  const { host, isPlain } = leadsTo(href)
  const isSaid = isPlain && (text === undefined || text === href)
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text === undefined ? href : <bdi>{text}</bdi>}
      </a>
      {!isSaid && <span className="chat-link-host"> ({host})</span>}
    </>
  )
}

/** The text of a message in one line, for quotes and for the list of chats. */
export function Preview({ message }: { message: ChatMessage }) {
  const { t } = useTranslation(['acts', 'common'])
  const shownName = useShownName()
  if (message.deleted) return <i>{t('gone')}</i>
  const { offdata } = message
  if (offdata)
    return t('common:pair', { label: t('from', { name: shownName(offdata.name) }), value: plainOf(textOf(offdata)) })
  return plainOf(textOf(message))
}
