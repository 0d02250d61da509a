import { Button, Checkbox } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PreviewFrame, usePreviewLook } from '#features/planning/invite/web/InvitationPreview.tsx'
import { client } from '#web/client/client.ts'
import './DraftInvitation.css'
import type { ServerDraft } from './useServerDraft.ts'

/** Offers the invitation beside the form that creates its pitch. */
export function DraftInvitation({ draft }: { draft: ServerDraft }) {
  const { t } = useTranslation('invite')
  const [isShown, setShown] = useState(false)
  const EyeIcon = isShown ? IconEyeOff : IconEye
  return (
    <>
      <div>
        <Button
          variant="default"
          aria-expanded={isShown}
          leftSection={<EyeIcon size={16} aria-hidden />}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'mailPreview.hide' : 'mailPreview.show')}
        </Button>
      </div>
      {isShown && <Preview draft={draft} />}
    </>
  )
}

/** The invitation for the saved draft, refreshed after each save. */
function Preview({ draft }: { draft: ServerDraft }) {
  const { t } = useTranslation('invite')
  const [look, setLook] = usePreviewLook()
  const { id = '', version } = draft.saved ?? {}
  const { language } = look
  const preview = useQuery({
    queryKey: ['getDraftInvitationPreview', id, version, language],
    queryFn: () => client.getDraftInvitationPreview({ id, language }),
    enabled: id !== '',
    placeholderData: keepPreviousData,
  })
  const { uploads, mailSlide = false } = draft.value
  return (
    <div className="draft-invitation">
      <PreviewFrame
        {...{ look, setLook, preview }}
        mail={preview.data?.mail}
        hint={t('mailPreview.hint')}
        none={t('mailPreview.early')}
      >
        {uploads.length > 0 && (
          <Checkbox
            label={t('mailPreview.slide')}
            description={t('mailPreview.slideLater')}
            checked={mailSlide}
            onChange={({ currentTarget }) => draft.change(now => ({ ...now, mailSlide: currentTarget.checked }))}
          />
        )}
      </PreviewFrame>
    </div>
  )
}
