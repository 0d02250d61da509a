import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx'
import { CropPicture } from './CropPicture.tsx'
import { isPictureType, loadPicture } from './cropPicture.ts'
import { PictureSource } from './PictureSource.tsx'
import { type Info, infoQuery, useKeepInfo } from './personalInfo.ts'

/** [SCREEN-010, ROUTE-080] The user's picture: choose a file, take a photo, crop or delete it. */
export function MyAvatar() {
  const { t } = useTranslation('profile')
  const info = useQuery(infoQuery)
  return (
    <Page title={t('avatar.title')} hint={t('avatar.hint')}>
      <FormColumn>
        {info.isError && <ErrorNotice failure={info.error} retry={() => info.refetch()} />}
        {info.isPending && <Skeleton height={240} />}
        {info.data && <Picture info={info.data} />}
      </FormColumn>
    </Page>
  )
}

function Picture({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const [chosen, setChosen] = useState<HTMLImageElement>()
  const [unreadable, setUnreadable] = useState(false)
  const keep = useKeepInfo()

  async function choose(file: Blob) {
    setUnreadable(false)
    try {
      if (!isPictureType(file.type)) throw new Error(`${file.type} is no picture`)
      setChosen(await loadPicture(URL.createObjectURL(file)))
    } catch {
      setUnreadable(true)
    }
  }

  useEffect(() => () => URL.revokeObjectURL(chosen?.src ?? ''), [chosen])

  async function saved(after: Info) {
    await keep(after)
    setChosen(undefined)
    doneNotice(t('avatar.saved'))
  }

  if (chosen)
    return <CropPicture key={chosen.src} image={chosen} onSaved={saved} onOther={() => setChosen(undefined)} />
  return (
    <>
      <Current info={info} />
      <FormSection title={t('avatar.new')}>
        {unreadable && (
          <Alert color="red" variant="light" role="alert">
            {t('avatar.notReadable')}
          </Alert>
        )}
        <PictureSource onFile={choose} onRefused={() => setUnreadable(true)} />
      </FormSection>
    </>
  )
}

/** The current picture, and a button to delete it. */
function Current({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const [asks, setAsks] = useState(false)
  const keep = useKeepInfo()
  return (
    <FormSection title={t('avatar.current')}>
      <Group>
        <PersonAvatar person={info} size={128} />
        <div>
          {!info.head_image && <Text c="dimmed">{t('avatar.none')}</Text>}
          {info.head_image && !info.has_own_image && <Text c="dimmed">{t('avatar.provided')}</Text>}
          {info.has_own_image && (
            <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsks(true)}>
              {t('avatar.delete')}
            </Button>
          )}
        </div>
      </Group>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('avatar.deleteTitle')}
        act={t('avatar.delete')}
        failed={t('avatar.deleteFailed')}
        danger
        run={async () => {
          await keep(await client.deleteAvatar({}))
          doneNotice(t('avatar.deleted'))
        }}
      >
        {t('avatar.deleteBody')}
      </ConfirmDialog>
    </FormSection>
  )
}
