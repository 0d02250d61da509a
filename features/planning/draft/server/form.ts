import type { z } from 'zod'
import type { Invitee } from '#features/core/pitch/fields.ts'
import type { draftCalls } from '#features/planning/draft/contract.ts'

type Written = z.output<typeof draftCalls.createPitchDraftByPresenter.input>
export type Contact = z.output<typeof Invitee>
/** The fields of a draft that its row stores as one value; people and uploads have columns of their own. */
export type DraftForm = { [K in keyof Omit<Written, 'attendees_arr' | 'upload_ids'>]-?: NonNullable<Written[K]> }

const empty: DraftForm = {
  presentation_name: '',
  presenter_name: '',
  start_date: '',
  start_time: '',
  start_noon: '',
  start_zone: '',
  end_date: '',
  end_time: '',
  end_noon: '',
  end_zone: '',
  about: '',
  highlights: '',
  dealterms: '',
  keywords: '',
  product_type: '',
  company_name: '',
  is_public: false,
  co_host: [],
  moderator: [],
  show_question: false,
  show_names: true,
  currency: 'USD',
  series_id: '',
  asked_amount: '',
  minimum_commitment: '',
  commit_until: '',
  commit_total: 'host',
  recording: 'not',
  watermark: false,
  spotlight: false,
  mp4_to_text_flag: true,
  enforce_accredit: false,
  exemption: '',
  company_id: '',
  company_disclosure: 'everybody',
  obfuscated_company_name: '',
  obfuscated_description: '',
  attach_pdfs_to_company_info_section: true,
  no_file: false,
  mail_slide: false,
  user_id: '',
  for_other: false,
  contacts_rest: '',
  send_later: false,
  scheduled_send_date: '',
  scheduled_send_time: '',
  scheduled_send_noon: '',
  scheduled_send_zone: '',
}

/** A form with the given fields changed; fields that an older server did not know are empty. */
export function formWith(before: Partial<DraftForm>, given: Written): DraftForm {
  const known = Object.keys(empty).filter(field => given[field as keyof DraftForm] !== undefined)
  const changes = Object.fromEntries(known.map(field => [field, given[field as keyof DraftForm]]))
  return { ...empty, ...before, ...changes }
}
