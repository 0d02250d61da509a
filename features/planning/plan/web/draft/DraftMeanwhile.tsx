import { Alert, Button, Radio, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconUsers } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeItems } from '#contract/amounts.ts'
import { fullName } from '#contract/names.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { inviteesOf, lineOf } from '#features/planning/invite/web/invitees.ts'
import { uploadedQuery } from '#features/room/deck/web/deckQueries.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { formatTime } from '#web/ui/time.ts'
import { useSome } from '#web/ui/useSome.ts'
import { seriesQuery, seriesWords } from '../SeriesSelect.tsx'
import type { CreateDraft, Unit } from './createDraft.ts'
import type { Meanwhile, ServerDraft } from './useServerDraft.ts'
import './DraftMeanwhile.css'

/** Where the draft stands, for the bar below the form. */
export function useDraftState({ state, restoredAt }: ServerDraft): ReactNode {
  const { t } = useTranslation('drafts')
  if (state === 'none') return restoredAt ? undefined : ''
  return <span role="status">{t(`state.${state}`)}</span>
}

/** [STATE-019, STATE-020] Saves the draft now, for users who do not rely on automatic saving. */
export function DraftSaveAct({ draft }: { draft: ServerDraft }) {
  const { t } = useTranslation('drafts')
  const save = async () => {
    if (await draft.save()) doneNotice(t('saved'))
  }
  return (
    <Button variant="default" onClick={save} disabled={draft.state === 'none'}>
      {t('save')}
    </Button>
  )
}

/** Says who else changed the draft, or that it is gone, and lets the person choose where both changed the same. */
export function DraftMeanwhile({ draft }: { draft: ServerDraft }) {
  const { t } = useTranslation('drafts')
  if (draft.state === 'gone')
    return (
      <Alert role="alert" color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} title={t('gone.title')}>
        <Text size="sm">{t('gone.hint')}</Text>
        <Button mt="xs" size="xs" variant="default" onClick={draft.begin}>
          {t('gone.again')}
        </Button>
      </Alert>
    )
  const { meanwhile } = draft
  if (!meanwhile) return null
  return <Changed key={`${meanwhile.at} ${meanwhile.both.join()}`} draft={draft} meanwhile={meanwhile} />
}

function Changed({ draft, meanwhile }: { draft: ServerDraft; meanwhile: Meanwhile }) {
  const { t, i18n } = useTranslation('drafts')
  const { firstname, lastname } = usePerson()
  const [theirs, setTheirs] = useState<readonly Unit[]>([])
  const names = useUnitNames()
  const { by, at, both, changed } = meanwhile
  const isOwn = by === fullName({ firstname, lastname })
  const when = formatTime(new Date(at), i18n.language)
  const fields = writeItems(
    changed.map(unit => names[unit]),
    i18n.language,
  )
  const choose = (unit: Unit, side: string) =>
    setTheirs(before => (side === 'theirs' ? [...before, unit] : before.filter(other => other !== unit)))
  return (
    <Alert
      role="alert"
      mb="lg"
      color={both.length > 0 ? 'orange' : 'gray'}
      variant="light"
      icon={<IconUsers aria-hidden />}
      title={isOwn ? t('meanwhile.own', { when }) : t('meanwhile.title', { by, when })}
    >
      <Text size="sm">{t('meanwhile.changed', { fields })}</Text>
      {both.length > 0 && <Text size="sm">{t('meanwhile.both')}</Text>}
      <Stack gap="md" mt="sm">
        {both.map(unit => (
          <Radio.Group
            key={unit}
            label={names[unit]}
            value={theirs.includes(unit) ? 'theirs' : 'mine'}
            onChange={side => choose(unit, side)}
          >
            <Stack gap="xs" mt={4}>
              <Radio
                value="mine"
                label={<Side title={t('meanwhile.mine')} value={draft.value} other={meanwhile.theirs} unit={unit} />}
              />
              <Radio
                value="theirs"
                label={
                  <Side
                    title={isOwn ? t('meanwhile.elsewhere') : t('meanwhile.theirs', { by })}
                    value={meanwhile.theirs}
                    other={draft.value}
                    unit={unit}
                  />
                }
              />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
      <Button mt="sm" size="xs" variant="default" onClick={() => draft.settle(theirs)}>
        {t(both.length > 0 ? 'meanwhile.settle' : 'meanwhile.seen')}
      </Button>
    </Alert>
  )
}

interface SideProps {
  title: string
  value: CreateDraft
  /** The version on the other side. */
  other: CreateDraft
  unit: Unit
}

function Side({ title, unit, ...sides }: SideProps) {
  return (
    <>
      <Text span size="sm" fw={600} display="block">
        {title}
      </Text>
      <Text span size="sm" className="draft-side">
        {unit === 'invitees' ? (
          <People {...sides} />
        ) : unit === 'uploads' ? (
          <Files {...sides} />
        ) : unit === 'series_id' ? (
          <Series id={sides.value.form.series_id} />
        ) : (
          <Shown value={sides.value} unit={unit} />
        )}
      </Text>
    </>
  )
}

type Sides = Pick<SideProps, 'value' | 'other'>

/** What the list of one side holds, of which the other one lacks `own`. Two lists of the same differ in their order. */
function Differing({ count, own, all }: { count: string; own: readonly string[]; all: readonly string[] }) {
  const { t } = useTranslation('drafts')
  const some = useSome()
  const names = own.length > 0 ? t('meanwhile.onlyHere', { names: some(own) }) : some(all)
  return (
    <>
      {count}
      {names && <br />}
      {names}
    </>
  )
}

/** The people of one side, by the lines that the other one does not have, and the language that was chosen for them. */
function People({ value, other }: Sides) {
  const { t } = useTranslation(['drafts', 'invite', 'common'])
  const linesOf = ({ invitees }: CreateDraft) => {
    const { people, wrong } = inviteesOf(invitees)
    return [
      ...people.map(lineOf),
      ...wrong.map(({ firstname, lastname, email }) => [firstname, lastname, email].join(' ').trim()),
    ]
  }
  const [all, theirs] = [linesOf(value), new Set(linesOf(other))]
  const { language } = value.invitees
  const count = t('drafts:people', { count: inviteesOf(value.invitees).people.length })
  const speaks = language ? t(`common:languages.${language}`) : t('invite:fields.languageOwn')
  const own = all.filter(line => !theirs.has(line))
  const isSameLanguage = language === other.invitees.language
  return <Differing count={isSameLanguage ? count : `${count} · ${speaks}`} own={own} all={isSameLanguage ? all : []} />
}

/** The files of one side, by the names of those that the other one does not have. */
function Files({ value, other }: Sides) {
  const { t } = useTranslation('drafts')
  const names = useQueries({
    queries: value.uploads.map(id => uploadedQuery(id)),
    combine: files => files.map(({ data }, at) => data?.file.name ?? t('meanwhile.file', { number: at + 1 })),
  })
  const own = names.filter((_, at) => !other.uploads.includes(value.uploads[at] ?? ''))
  return <Differing count={t('files', { count: value.uploads.length })} own={own} all={names} />
}

/** The name of a series; of one that is full or closed by now, what tells it apart. */
function Series({ id }: { id: string | undefined }) {
  const { t } = useTranslation('pitch')
  const { data } = useQuery({ ...seriesQuery(''), enabled: Boolean(id) })
  if (!id) return t('field.seriesNone')
  const found = data?.items.find(one => one.id === id)
  return found ? seriesWords(found) : `${t('field.seriesNow')} (${id.slice(0, 8)})`
}

function Shown({ value, unit }: { value: CreateDraft; unit: SimpleUnit }) {
  const { t } = useTranslation('drafts')
  return useShown(value, unit) || t('empty')
}

type SimpleUnit = Exclude<Unit, 'invitees' | 'uploads' | 'series_id'>

/** What a unit holds, in words. */
function useShown({ form, ...value }: CreateDraft, unit: SimpleUnit): string {
  const { t, i18n } = useTranslation(['drafts', 'pitch', 'send'])
  if (unit === 'sendAt')
    return value.sendAt ? Object.values(value.sendAt).filter(Boolean).join(' ') : t('send:when.nowCreate')
  if (unit === 'noFile') return value.noFile ? t('pitch:create.withoutSlides') : ''
  if (unit === 'mailSlide') return t(value.mailSlide ? 'drafts:yes' : 'drafts:no')
  if (unit === 'assignee') return value.assignee ? value.assignee.name || value.assignee.email : ''
  if (unit === 'start' || unit === 'end') return Object.values(form[unit]).filter(Boolean).join(' ')
  if (unit === 'is_public') return t(form.is_public ? 'pitch:access.public' : 'pitch:access.private')
  if (unit === 'commit_total') return t(`pitch:commitTotal.${form.commit_total ?? 'host'}`)
  if (unit === 'recording') return t(`pitch:recording.${form.recording ?? 'not'}`)
  if (unit === 'watermark' || unit === 'spotlight' || unit === 'enforce_accredit')
    return t(form[unit] ? 'drafts:yes' : 'drafts:no')
  if (unit === 'exemption') return form.exemption ? t(`pitch:exemption.${form.exemption}`) : ''
  if (unit === 'co_host' || unit === 'moderator') return writeItems(form[unit], i18n.language)
  if (unit === 'company_id') return form.company_id ? form.company_name : ''
  if (unit === 'company_disclosure') return t(`pitch:disclosure.${form.company_disclosure ?? 'everybody'}`)
  if (
    unit === 'show_question' ||
    unit === 'show_names' ||
    unit === 'mp4_to_text_flag' ||
    unit === 'attach_pdfs_to_company_info_section'
  )
    return t(form[unit] === false ? 'drafts:no' : 'drafts:yes')
  return form[unit] ?? ''
}

/** What each unit is called in the form. */
function useUnitNames(): Readonly<Record<Unit, string>> {
  const { t } = useTranslation(['pitch', 'send', 'invite'])
  return {
    presentation_name: t('field.name'),
    presenter_name: t('field.presenter'),
    company_name: t('field.company'),
    product_type: t('field.product'),
    keywords: t('field.keywords'),
    start: t('field.start'),
    end: t('field.end'),
    about: t('field.about'),
    highlights: t('field.highlights'),
    dealterms: t('field.dealterms'),
    co_host: t('field.co_host'),
    moderator: t('field.moderator'),
    is_public: t('field.access'),
    show_question: t('field.show_question'),
    currency: t('field.currency'),
    series_id: t('field.series'),
    asked_amount: t('field.asked_amount'),
    minimum_commitment: t('field.minimum_commitment'),
    commit_until: t('field.commit_until'),
    commit_total: t('field.commit_total'),
    recording: t('field.recording'),
    watermark: t('field.watermark'),
    spotlight: t('field.spotlight'),
    mp4_to_text_flag: t('field.mp4_to_text_flag'),
    enforce_accredit: t('field.enforce_accredit'),
    exemption: t('field.exemption'),
    show_names: t('field.show_names'),
    company_id: t('companyPick.label'),
    company_disclosure: t('field.company_disclosure'),
    obfuscated_company_name: t('field.obfuscated_company_name'),
    obfuscated_description: t('field.obfuscated_description'),
    attach_pdfs_to_company_info_section: t('field.attach_pdfs_to_company_info_section'),
    mailSlide: t('invite:mailPreview.slide'),
    invitees: t('section.invite'),
    uploads: t('section.slides'),
    sendAt: t('send:when.label'),
    noFile: t('create.withoutSlides'),
    assignee: t('createByAdmin.assignee'),
  }
}
