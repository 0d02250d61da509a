import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import type { Caption } from '#features/talk/caption/events.ts'
import type { CaptionLanguage } from '#features/talk/caption/rules.ts'
import { SNAPSHOT_CAPTIONS } from '#features/talk/caption/rules.ts'
import { newId } from '#web/ui/ids.ts'
import { noteSpeech } from './captionSettings.ts'
import {
  addTranslation,
  findTranslation,
  noteTranslation,
  type Translations,
  useTranslationState,
} from './translations.ts'
import { useBrowserTranslations } from './useBrowserTranslations.ts'

/** A queue, so that an earlier choice of language never arrives after a later one. */
let line: Promise<unknown> = Promise.resolve()
function inLine<T>(act: () => Promise<T>): Promise<T> {
  const done = line.then(act)
  line = done.catch(() => {})
  return done
}

/** The id of this page: the same reader may read in another language in another window. */
const self = newId()
const none: Translations = new Map()
const noNames: readonly string[] = []
/** Milliseconds after which a missing translation is loaded by call, since its signal may be lost. */
const LATE = 3000

/** [PROD-019] Tells the server that this window reads captions and in which language, and collects translations. */
export function useTranslations(
  connection: RoomConnection,
  language: CaptionLanguage | undefined,
): (caption: Caption) => string | undefined {
  const [all, setAll] = useState(none)
  const [names, setNames] = useState<readonly string[]>(noNames)
  const { link, feed } = useSyncExternalStore(connection.subscribe, connection.get)
  const client = roomClient(connection.pitch)
  const isOn = link === 'on'

  useEffect(() => {
    setAll(none)
    if (!isOn) return
    const pitch_uuid = connection.pitch
    inLine(() => client.setCaptionLanguage({ pitch_uuid, window: self, ...(language && { language }) })).then(
      answer => {
        noteTranslation(answer.translation)
        noteSpeech(answer.speech)
        setNames(answer.names)
      },
      // a failure leaves the original, which is always shown
      () => noteTranslation('down'),
    )
    // without captions there is nothing to translate
    return () =>
      void inLine(() => client.setCaptionLanguage({ pitch_uuid, window: self, reading: false })).catch(() => {})
  }, [connection, client, isOn, language])

  useEffect(
    () =>
      connection.onSignal(signal => {
        const translated = signal.payload as { language?: string; translation?: 'off' | 'down' }
        if (translated?.language !== language) return
        if (signal.type === 'captionTranslationOff') noteTranslation(translated.translation ?? 'down')
        if (signal.type !== 'captionTranslated') return
        noteTranslation('on')
        setAll(before => addTranslation(before, signal.payload as Parameters<typeof addTranslation>[1]))
      }),
    [connection, language],
  )

  const { captions } = feed.view.room
  useEffect(() => {
    if (!isOn || !language) return
    if (captions.every(caption => caption.language === language || findTranslation(all, caption) !== undefined)) return
    const timer = setTimeout(async () => {
      const request = { pitch_uuid: connection.pitch, language, limit: SNAPSHOT_CAPTIONS }
      const { items } = await client.sgGetPitchCaptionsData(request).catch(() => ({ items: [] }))
      for (const { id, speaker, text: of, translation: text } of items)
        if (text !== null) setAll(before => addTranslation(before, { id, speaker, of, text }))
    }, LATE)
    return () => clearTimeout(timer)
  }, [connection, client, isOn, language, captions, all])

  const wanted = useTranslationState() !== 'on'
  const ownOf = useBrowserTranslations(captions, language, { wanted, names })
  return useCallback(
    caption => (caption.language === language ? undefined : (findTranslation(all, caption) ?? ownOf(caption))),
    [all, language, ownOf],
  )
}
