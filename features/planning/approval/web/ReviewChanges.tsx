import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewOf } from './Review.tsx'
import { changesOf } from './words.ts'
import { useWritten } from './written.ts'

interface Props {
  review: ReviewOf
  /** Also what did not change. */
  whole: boolean
}

/** The fields that changed, with the words that went and came; without a former decision all that are filled in. */
export function FieldChanges({ review: { before, now }, whole }: Props) {
  const { t } = useTranslation('approval')
  const written = useWritten()
  const names = Object.keys(now.fields) as (keyof typeof now.fields)[]
  const shown = names.filter(name => {
    const [old, next] = [before?.fields[name] ?? '', now.fields[name] ?? '']
    return whole ? old !== '' || next !== '' : before !== null && old !== next
  })
  if (shown.length === 0) return <Text mt="sm">{t('changes.noTexts')}</Text>
  return (
    <dl className="review-fields">
      {shown.map(name => (
        <div key={name}>
          <dt>{t(`field.${name as 'about'}`, { defaultValue: name })}</dt>
          <dd className="review-text">
            {before ? (
              <Diff before={written(name, before.fields[name] ?? '')} now={written(name, now.fields[name] ?? '')} />
            ) : (
              written(name, now.fields[name] ?? '')
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Diff({ before, now }: { before: string; now: string }) {
  return changesOf(before, now).map(({ kind, text }, at) => {
    const key = String(at)
    if (kind === 'added') return <ins key={key}>{text}</ins>
    if (kind === 'removed') return <del key={key}>{text}</del>
    return <span key={key}>{text}</span>
  })
}

type Slide = ReviewOf['now']['slides'][number]

/** Slides side by side: those of the last decision and those of now. */
export function SlideChanges({ review: { before, now }, whole }: Props) {
  const { t } = useTranslation('approval')
  const old = before?.slides ?? []
  const count = Math.max(old.length, now.slides.length)
  const pairs = Array.from({ length: count }, (_, at) => ({ page: at + 1, was: old[at], is: now.slides[at] }))
  const shown = pairs.filter(({ was, is }) => whole || was?.key !== is?.key)
  return (
    <>
      <Title order={3} mt="lg">
        {t('slides.title')}
      </Title>
      {shown.length === 0 ? (
        <Text mt="sm">{t(count === 0 ? 'slides.none' : 'slides.same')}</Text>
      ) : (
        <ul className="review-slides">
          {shown.map(({ page, was, is }) => (
            <li key={page}>
              {before && <Picture slide={was} label={t('slides.was', { page })} missing={t('slides.added')} />}
              <Picture slide={is} label={t('slides.is', { page })} missing={t('slides.removed')} />
              {was && is && was.text !== is.text && (
                <p className="review-text">
                  <Diff before={was.text} now={is.text} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Picture({ slide, label, missing }: { slide: Slide | undefined; label: string; missing: string }) {
  const { t } = useTranslation('approval')
  const [isGone, setGone] = useState(false)
  return (
    <figure>
      {!slide ? (
        <div className="review-no-slide">{missing}</div>
      ) : isGone ? (
        <div className="review-no-slide">{t('slides.gone')}</div>
      ) : (
        <img src={slide.url} alt={slide.text.slice(0, 200) || label} loading="lazy" onError={() => setGone(true)} />
      )}
      {slide && <figcaption>{label}</figcaption>}
    </figure>
  )
}
