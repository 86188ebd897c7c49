import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import { SECTIONS, type Sectioned, type SectionOf, sectionsFor } from '../screens.ts'
import { NotAllowed } from './panel.tsx'

/** The screens whose catalogue has the titles of their sections: `sections`. */
type Titled = Exclude<Sectioned, 'analytics'>

/** A screen with sections, each at an address of its own. The first one that the caller may read is shown by default. */
export const sections =
  <S extends Titled>(screen: S, parts: Readonly<Record<SectionOf<S>, ComponentType>>) =>
  () => {
    const readable = sectionsFor(screen, (permission) => session.may(permission))
    const asked = route.value.path[0] || readable[0]
    const shown = readable.find((name) => name === asked)
    const Shown: ComponentType | undefined = shown && parts[shown]
    const nav = useRef<HTMLElement>(null)
    // On a phone, the sections scroll.
    useLayoutEffect(() => {
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    }, [shown])
    return (
      <>
        <nav ref={nav} class="sections" aria-label={t(`${screen}:sections.title`)}>
          {readable.map((name) => (
            <a key={name} href={hrefOf(screen, [name])} aria-current={name === shown ? 'page' : undefined}>
              {t(`${screen}:sections.${name}` as 'privacy:sections.requests')}
            </a>
          ))}
        </nav>
        {Shown ? <Shown key={shown} /> : Object.hasOwn(SECTIONS[screen], asked ?? '') ? <NotAllowed /> : <NoSuchPage />}
      </>
    )
  }

const NoSuchPage = () => <p class="empty">{t('noSuchPage')}</p>
