<?php

declare(strict_types=1);

/**
 * Ships the rows of the application's log table to the log store. Run by cron; see README.md.
 *
 * With the argument "security" it ships only what the security alerts count, and runs much more often.
 *
 * Every entry is a function of its row alone (time, labels and line), so a row that is sent again after a lost answer
 * or a crash is the same entry to the log store. That is why sending at least once amounts to exactly once.
 */

require __DIR__ . '/masking.php';
require __DIR__ . '/rows.php';
require __DIR__ . '/push.php';

const ACTION_TYPES = [
    'login', 'logout', 'failed_login', 'create', 'update', 'delete', 'user_change', 'permission_change', 'error',
];
const LOG_TABLE_KEYS = [
    'table', 'id_column', 'user_column', 'action_column', 'data_column', 'ip_column', 'time_column',
];

/**
 * The settings, once they are known to be usable.
 *
 * @param array<string, mixed> $config
 * @return array<string, mixed>
 */
function checked(array $config): array
{
    $problems = [];
    foreach (LOG_TABLE_KEYS as $key) {
        // Identifiers cannot be bound as parameters, so nothing but a plain name gets into the statement.
        if (!preg_match('/^[A-Za-z_]\w*\z/', (string) ($config['LOG_TABLE'][$key] ?? ''))) {
            $problems[] = "LOG_TABLE $key must be a plain name of letters, digits and underscores";
        }
    }
    foreach ([$config['TIME_ZONE'], $config['DATABASE']['time_zone']] as $zone) {
        if (!in_array($zone, DateTimeZone::listIdentifiers(DateTimeZone::ALL_WITH_BC), true)) {
            $problems[] = "$zone is not a time zone";
        }
    }
    if (!preg_match('/^[a-z][a-z0-9-]*\z/', $config['CLIENT_ID'])) {
        $problems[] = 'CLIENT_ID must be a lower-case slug';
    }
    if (!preg_match('~^(https://|http://(127\.0\.0\.1|localhost)[:/])\S*/api/v1/push\z~', $config['PUSH_URL'])) {
        $problems[] = 'PUSH_URL must be an https address ending in /api/v1/push';
    }
    foreach (['BATCH_SIZE', 'SHIP_INTERVAL_MINUTES', 'SECURITY_INTERVAL_MINUTES', 'RETRY_MILLISECONDS'] as $key) {
        if (!is_int($config[$key] ?? null) || $config[$key] < 1) {
            $problems[] = "$key must be a whole number of at least 1";
        }
    }
    foreach (array_diff($config['ACTION_TYPES'], ACTION_TYPES) as $unknown) {
        $problems[] = "ACTION_TYPES: $unknown is not one of " . implode(', ', ACTION_TYPES);
    }
    if ($problems !== []) {
        throw new RuntimeException('config.php: ' . implode('; ', $problems));
    }
    return $config;
}

/**
 * The settings of one kind of run: under which job it reports, its own state, and that of the other kind.
 *
 * @param array<string, mixed> $config
 * @return array<string, mixed>
 */
function for_run(array $config, string $run): array
{
    $own = $config['STATE_FILE'] . '.security';
    return match ($run) {
        '' => ['IS_SECURITY' => false, 'JOB' => 'shipper', 'OTHER_STATE_FILE' => $own] + $config,
        'security' => [
            'IS_SECURITY' => true,
            'JOB' => 'security-shipper',
            'STATE_FILE' => $own,
            'OTHER_STATE_FILE' => $config['STATE_FILE'],
            'SHIP_INTERVAL_MINUTES' => $config['SECURITY_INTERVAL_MINUTES'],
        ] + $config,
        default => throw new RuntimeException("$run is no kind of run: security, or nothing"),
    };
}

/**
 * Takes the lock that keeps two runs apart; the system drops it when the process ends, however it ends.
 *
 * @return resource
 */
function locked(string $file)
{
    $handle = fopen($file, 'c');
    if (!flock($handle, LOCK_EX | LOCK_NB)) {
        throw new RuntimeException("another run holds $file");
    }
    return $handle;
}

/**
 * What the last run left: the last shipped row id, and how many rows were dropped and rejected so far.
 *
 * @return array{last_id: int, dropped: int, rejected: int}
 */
function read_state(string $file): array
{
    if (!file_exists($file)) {
        return ['last_id' => 0, 'dropped' => 0, 'rejected' => 0];
    }
    $state = json_decode((string) file_get_contents($file), true);
    foreach (['last_id', 'dropped', 'rejected'] as $key) {
        if (!is_int($state[$key] ?? null)) {
            throw new RuntimeException("$file is damaged: $key is not a number");
        }
    }
    return $state;
}

/**
 * Replaces the state as a whole: after a crash there is the old file or the new one, and nothing between.
 *
 * @param array{last_id: int, dropped: int, rejected: int} $state
 */
function write_state(string $file, array $state): void
{
    $text = to_json($state) . "\n";
    $handle = fopen("$file.tmp", 'w');
    if (fwrite($handle, $text) !== strlen($text) || !fsync($handle) || !fclose($handle)) {
        throw new RuntimeException("cannot write $file.tmp");
    }
    rename("$file.tmp", $file);
}

/**
 * Notes rows that were set aside, for a person to look into: their ids and the reasons, not their contents.
 *
 * @param array<int, string> $rejected
 */
function set_aside(string $file, array $rejected): void
{
    foreach ($rejected as $id => $reason) {
        $line = to_json(['id' => $id, 'reason' => $reason, 'at' => gmdate('c')]) . "\n";
        file_put_contents($file, $line, FILE_APPEND);
        fwrite(STDERR, "ship-logs.php: row $id set aside: $reason\n");
    }
}

/**
 * Ships one batch and returns the state after it.
 *
 * @param array<string, mixed> $config
 * @param array{last_id: int, dropped: int, rejected: int} $state
 * @param array{last_id: int, entries: list<array<string, mixed>>, dropped: int, rejected: array<int, string>} $batch
 * @return array{last_id: int, dropped: int, rejected: int}
 */
function ship_batch(array $config, array $state, array $batch): array
{
    $refused = push($config, $batch['entries']);
    $rejected = $batch['rejected'] + $refused;
    // Several rows and not one good among them: that is a wrong setting, and the rows should wait for the right one.
    if (count($rejected) > 1 && count($batch['entries']) === count($refused)) {
        throw new RuntimeException(count($rejected) . ' rows refused and none taken, the first: ' . reset($rejected));
    }
    set_aside($config['STATE_FILE'] . '.rejected', $rejected);
    return [
        'last_id' => $batch['last_id'],
        'dropped' => $state['dropped'] + $batch['dropped'],
        'rejected' => $state['rejected'] + count($rejected),
    ];
}

/**
 * Ships batch after batch until no settled row is left or the next run is due. The state moves after each batch.
 *
 * @param array<string, mixed> $config
 * @return array{last_id: int, dropped: int, rejected: int}
 */
function ship(PDO $pdo, array $config): array
{
    $state = read_state($config['STATE_FILE']);
    $end = time() + 60 * $config['SHIP_INTERVAL_MINUTES'];
    while (time() < $end) {
        $config['OTHER_ID'] = read_state($config['OTHER_STATE_FILE'])['last_id'];
        // What the runs of all have passed is shipped, whatever its type.
        $from = $config['IS_SECURITY'] ? max($state['last_id'], $config['OTHER_ID']) : $state['last_id'];
        $batch = sorted_out($config, fetch_rows($pdo, $config, $from), time());
        if ($batch['last_id'] === null) {
            break;
        }
        $state = ship_batch($config, $state, $batch);
        write_state($config['STATE_FILE'], $state);
    }
    return $state;
}

/**
 * Tells the log store that this shipper runs, under a job of its own: silence of the application stays visible.
 *
 * @param array<string, mixed> $config
 * @param array{last_id: int, dropped: int, rejected: int} $state
 */
function heartbeat(array $config, array $state): void
{
    $refused = push($config, [[
        'id' => 0,
        'labels' => ['client' => $config['CLIENT_ID'], 'job' => $config['JOB'], 'level' => 'info'],
        'time' => time() . '000000000',
        'line' => to_json(['client_name' => $config['CLIENT_NAME']] + $state),
    ]]);
    if ($refused !== []) {
        throw new RuntimeException("heartbeat refused: $refused[0]");
    }
}

/** One run: 0 when every settled row is shipped, 1 when a person should look. */
function main(string $run): int
{
    set_error_handler(fn (int $level, string $message) => throw new RuntimeException($message), E_WARNING);
    try {
        $config = for_run(checked(require __DIR__ . '/config.php'), $run);
        // Held until this variable goes, at the end of the run.
        $lock = locked($config['STATE_FILE'] . '.lock');
        $pdo = new PDO($config['DATABASE']['dsn'], $config['DATABASE']['user'], $config['DATABASE']['password'], [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_EMULATE_PREPARES => false,
            PDO::ATTR_TIMEOUT => 10,
        ]);
        $state = ship($pdo, $config);
        heartbeat($config, $state);
        fwrite(STDOUT, to_json($state) . "\n");
        return 0;
    } catch (Throwable $error) {
        fwrite(STDERR, 'ship-logs.php: ' . $error->getMessage() . "\n");
        return 1;
    }
}

if (PHP_SAPI !== 'cli') {
    http_response_code(403);
    exit;
}
exit(main($argv[1] ?? ''));
