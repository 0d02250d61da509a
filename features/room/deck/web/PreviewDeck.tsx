import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Watermark } from '#web/light/Watermark.tsx'
import { EmptyList } from '#web/ui/DataList.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { pagesQuery } from './deckQueries.ts'
import { useNoteReading } from './useNoteReading.ts'
import './deck.css'

/**
 * [ROUTE-047] All pages of a pitch below each other, to read at one's own pace. Everyone may open the address; the call
 * answers pages only to people who may see the pitch, signed in or with a join link.
 */
export function PreviewDeck() {
  const { t } = useTranslation('deck')
  const uuid = useParams()['uuid'] ?? ''
  const { data, error, refetch } = useQuery({
    ...pagesQuery(uuid),
    // a person of a join link reads it as that person
    queryFn: () => roomClient(uuid).sgGetPitchPagesData({ pitch_uuid: uuid }),
  })
  const list = useRef<HTMLElement>(null)
  useNoteReading(uuid, data?.deck, list)
  const signedOut = error !== null && ['NotSignedIn', 'TokenExpired'].includes(codeOf(error))
  return (
    <main className="deck-reader" ref={list}>
      <div>
        <h1 className="deck-reader-title">{t('preview.title')}</h1>
        {data && (
          <Anchor component={Link} to={`/join-session/${uuid}`} underline="always">
            {t('preview.toPitch')}
          </Anchor>
        )}
      </div>
      {!data && !error && <Skeleton className="deck-large" height={400} />}
      {signedOut ? (
        <EmptyList
          title={t('preview.signIn')}
          hint={t('preview.signInHint')}
          act={
            <Button component={Link} to={`/login?redirect=${encodeURIComponent(`/previewPdf/${uuid}`)}`}>
              {t('preview.toSignIn')}
            </Button>
          }
        />
      ) : (
        <ErrorNotice failure={data ? undefined : error} retry={refetch} />
      )}
      {data && data.pages.length === 0 && <EmptyList title={t('empty')} />}
      {data?.pages.map(page => (
        <figure key={page.url} className="deck-reader-page" data-page={page.page}>
          <img
            className="deck-large"
            src={page.url}
            srcSet={`${page.medium_url} ${Math.round(page.width / 2)}w, ${page.url} ${page.width}w`}
            sizes="min(72rem, 100vw)"
            loading="lazy"
            width={page.width}
            height={page.height}
            alt={page.text || t('pages.page', { page: page.page })}
          />
          {data.watermark && <Watermark text={data.watermark} />}
          <figcaption className="tabular">{t('pages.of', { at: page.page, total: data.total })}</figcaption>
        </figure>
      ))}
    </main>
  )
}
