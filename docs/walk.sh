#!/usr/bin/env bash
# Sends a campaign to four people of the demo, each step as a request to the GraphQL API.
# Before: npm run mailbox, and the gateway as the mailbox prints it.
set -euo pipefail
gateway="http://localhost:${PORT:-4000}"
mailbox="${MAILBOX_URL:-http://localhost:8025}"

token() { npm run --silent token -- --organization org_demo --user "$1" --role "$2"; }
# Usage: ask TOKEN QUERY
ask() {
  node -p 'JSON.stringify({ query: process.argv[1] })' "$2" |
    curl -sS "$gateway/graphql" -H "Authorization: Bearer $1" -H 'Content-Type: application/json' -d @-
}
# Prints a field of the answer; the first error ends the walk.
field() {
  node -e 'const { data, errors } = JSON.parse(fs.readFileSync(0, "utf8")); if (errors) throw errors[0].message
    console.log(process.argv[1].split(".").reduce((value, key) => value[key], data))' "$1"
}
author=$(token user_demo_admin admin)
approver=$(token user_demo_thandi manager)

echo "1. A sender, with the DNS records to publish"
# Without quiet hours, because the walk must work at night too.
created=$(ask "$author" 'mutation { createSender(input: { name: "Karoo Foods", address: "news@karoo.example",
  physicalAddress: "1 Long Street, Cape Town, 8001", telephone: "+27 21 555 0100", quietHours: false })
  { id dnsRecords { name type value } } }')
sender=$(field createSender.id <<<"$created")

echo "2. The records are published, and the sender is verified"
curl -fsS "$mailbox/records" --data-binary "$created"
ask "$author" 'mutation { verifySender(id: "'"$sender"'") { status } }' | field verifySender.status

echo "3. A campaign with content, which another person approves"
campaign=$(ask "$author" 'mutation { createCampaign(input: { name: "Five-minute walk", type: EMAIL }) { id } }' |
  field createCampaign.id)
content=$(ask "$author" 'mutation { createContent(input: { campaignId: "'"$campaign"'", type: EMAIL,
  title: "Fresh from the Karoo", body: "<p>Hello from the farm.</p>" }) { id } }' | field createContent.id)
ask "$author" 'mutation { changeContentStatus(id: "'"$content"'", status: IN_REVIEW) { status } }' |
  field changeContentStatus.status
ask "$approver" 'mutation { changeContentStatus(id: "'"$content"'", status: APPROVED) { status } }' |
  field changeContentStatus.status

echo "4. Four people. Three gave consent; nothing is sent to the fourth"
for person in nomsa gone moved; do
  ask "$author" 'mutation { recordConsent(input: { subject: { name: "'"$person"'", email: "'"$person"'@example.org" },
    purpose: "Marketing", channel: EMAIL, wording: "I agree to receive news by e-mail." }) { id } }' |
    field recordConsent.id >/dev/null
done
ask "$author" 'mutation { addCampaignRecipients(id: "'"$campaign"'", input: { channel: EMAIL, contacts: [
  { email: "nomsa@example.org" }, { email: "gone@example.org" }, { email: "moved@example.org" },
  { email: "stranger@example.org" }] }) { campaignId } }' | field addCampaignRecipients.campaignId >/dev/null
ask "$author" 'mutation { setCampaignSender(id: "'"$campaign"'", senderId: "'"$sender"'") { status } }' |
  field setCampaignSender.status

echo "5. The campaign is approved and starts"
ask "$author" 'mutation { changeCampaignStatus(id: "'"$campaign"'", status: PENDING_APPROVAL) { status } }' |
  field changeCampaignStatus.status
ask "$approver" 'mutation { changeCampaignStatus(id: "'"$campaign"'", status: ACTIVE) { status } }' |
  field changeCampaignStatus.status

echo "The mails:    $mailbox/"
echo "The campaign: $gateway/campaigns/$campaign"
