const ENGLISH = {
  title: 'Unsubscribe',
  question: (sender: string) => `Do you want to stop e-mails of this kind from ${sender}?`,
  button: 'Unsubscribe',
  choices: {
    campaign: 'E-mails of this kind',
    marketing: 'Marketing on every channel',
    everything: 'All messages on every channel',
  },
  done: 'You are unsubscribed. No further message of this kind is sent to you.',
  save: 'Stop these messages',
  more: 'More choices',
  unknown: 'This link is not valid. Please use the link of the message as it is.',
  // On the page of a test message.
  test: 'This is the link of a test message. Nobody was unsubscribed. In a message to a recipient, the link opens the page to unsubscribe.',
}

/** The texts of the unsubscribe page in one language. */
type UnsubscribeWords = typeof ENGLISH

const WORDS: Readonly<Record<string, UnsubscribeWords>> = {
  af: {
    title: 'Teken uit',
    question: (sender) => `Wil u e-posse van hierdie soort van ${sender} stop?`,
    button: 'Teken uit',
    choices: {
      campaign: 'E-posse van hierdie soort',
      marketing: 'Bemarking op elke kanaal',
      everything: 'Alle boodskappe op elke kanaal',
    },
    done: 'U is uitgeteken. Geen verdere boodskap van hierdie soort word aan u gestuur nie.',
    save: 'Stop hierdie boodskappe',
    more: 'Meer keuses',
    unknown: 'Hierdie skakel is nie geldig nie. Gebruik asseblief die skakel van die boodskap soos dit is.',
    test: 'Dit is die skakel van ’n toetsboodskap. Niemand is uitgeteken nie. In ’n boodskap aan ’n ontvanger open die skakel die bladsy om uit te teken.',
  },
  zu: {
    title: 'Yeka ukuthola imiyalezo',
    question: (sender) => `Ufuna ukuyeka ama-imeyili alolu hlobo avela ku-${sender}?`,
    button: 'Yeka ukuthola imiyalezo',
    choices: {
      campaign: 'Ama-imeyili alolu hlobo',
      marketing: 'Ukumaketha kuzo zonke iziteshi',
      everything: 'Yonke imiyalezo kuzo zonke iziteshi',
    },
    done: 'Usuyekile. Awusayikuthunyelelwa omunye umyalezo walolu hlobo.',
    save: 'Yeka le miyalezo',
    more: 'Okunye ongakukhetha',
    unknown: 'Lesi sixhumanisi asisebenzi. Sicela usebenzise isixhumanisi somyalezo njengoba sinjalo.',
    test: 'Lesi yisixhumanisi somyalezo wokuhlola. Akekho oyekisiwe ukuthola imiyalezo. Emyalezweni oya kumamukeli, isixhumanisi sivula ikhasi lokuyeka ukuthola imiyalezo.',
  },
}

export const wordsIn = (language: string): UnsubscribeWords => WORDS[language] ?? ENGLISH
