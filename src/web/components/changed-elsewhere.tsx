import { useLayoutEffect, useState } from 'preact/hooks'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'

interface Props {
  topic: 'clients' | 'campaigns'
  id: string
}

/** Shows the user that somebody else changed the record during the edit. */
export function ChangedElsewhere({ topic, id }: Props) {
  const { live, caller } = session
  const [isChanged, setChanged] = useState(false)
  const own = caller.value?.userId
  // Subscribed before the next paint, because the page would miss a change between the paint and the subscription.
  useLayoutEffect(
    () => live.on(topic, ({ data }) => data?.resourceId === id && data.userId !== own && setChanged(true)),
    [live, topic, id, own],
  )
  return (
    <p role="status" class="changed-elsewhere">
      {isChanged && t('form.changedElsewhere')}
    </p>
  )
}
