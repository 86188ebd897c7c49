<?php

declare(strict_types=1);

/** Sends entries to the log store: retries what may pass, isolates what never will, stops where a person is needed. */

const PUSH_ATTEMPTS = 5;

/**
 * The body of a push: the entries grouped by their labels, each group oldest first.
 *
 * @param list<array{id: int, labels: array<string, string>, time: string, line: string}> $entries
 */
function payload(array $entries): string
{
    $streams = [];
    foreach ($entries as $entry) {
        $stream = &$streams[to_json($entry['labels'])];
        $stream['stream'] = $entry['labels'];
        $stream['values'][] = [$entry['time'], $entry['line']];
        unset($stream);
    }
    foreach ($streams as &$stream) {
        usort($stream['values'], fn (array $a, array $b): int => (int) $a[0] <=> (int) $b[0]);
    }
    return to_json(['streams' => array_values($streams)]);
}

/**
 * One request. The status is 0 when no complete answer came.
 *
 * @param array<string, mixed> $config
 * @return array{int, string} status and the beginning of the answer
 */
function post(array $config, string $body): array
{
    $curl = curl_init($config['PUSH_URL']);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'X-Scope-OrgID: ' . $config['CLIENT_ID'],
            'Expect:',
        ],
        CURLOPT_USERPWD => $config['CLIENT_ID'] . ':' . $config['PUSH_PASSWORD'],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_CONNECTTIMEOUT => 10,
        CURLOPT_TIMEOUT => 30,
    ]);
    $answer = curl_exec($curl);
    return $answer === false
        ? [0, curl_error($curl)]
        : [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), substr(trim($answer), 0, 300)];
}

/**
 * Sends the same bytes until the log store takes or refuses them, waiting longer each time. The wait is random up to
 * its limit, so that clients who failed together do not come back together.
 *
 * @param array<string, mixed> $config
 * @return array{int, string}
 */
function post_patiently(array $config, string $body): array
{
    for ($attempt = 1; ; $attempt++) {
        [$status, $reason] = post($config, $body);
        $passing = $status === 0 || $status === 429 || $status >= 500;
        if (!$passing || $attempt === PUSH_ATTEMPTS) {
            return [$status, $reason];
        }
        usleep(random_int(0, 1000 * $config['RETRY_MILLISECONDS'] * 2 ** $attempt));
    }
}

/**
 * Pushes entries and returns those the log store will never take: id => reason. A refused batch is halved until the
 * bad entries stand alone; entries sent twice on the way are the same entries to the log store.
 *
 * @param array<string, mixed> $config
 * @param list<array{id: int, labels: array<string, string>, time: string, line: string}> $entries
 * @return array<int, string>
 */
function push(array $config, array $entries): array
{
    if ($entries === []) {
        return [];
    }
    [$status, $reason] = post_patiently($config, payload($entries));
    if ($status === 204) {
        return [];
    }
    if ($status !== 400 && $status !== 413) {
        throw new RuntimeException('the log store ' . ($status ? "answered $status" : 'did not answer') . ": $reason");
    }
    if (count($entries) === 1) {
        return [$entries[0]['id'] => "$status: $reason"];
    }
    $half = intdiv(count($entries), 2);
    return push($config, array_slice($entries, 0, $half)) + push($config, array_slice($entries, $half));
}
