<?php

declare(strict_types=1);

/** Reads rows of the log table and turns each into the entry that the log store gets. */

/** Rows younger than this wait: a transaction that took a lower id may not have committed yet. */
const SETTLE_SECONDS = 30;

/** A row dated further ahead than clocks differ would block all after it; it is set aside. */
const AHEAD_SECONDS = 600;

/** What the security alerts count. */
const SECURITY_TYPES = ['login', 'failed_login', 'delete', 'user_change', 'permission_change'];

/** The log store refuses samples older than 1680 hours; the last hour is left for retries. */
const MAX_AGE_SECONDS = 1679 * 3600;

/** Of one column. However its characters are escaped, the line stays under what the log store takes (64 KB). */
const MAX_TEXT_BYTES = 8192;

/**
 * The next rows by id, with the columns of the mapping and no others.
 *
 * @param array<string, mixed> $config
 * @return list<array{id: int, user: mixed, action: mixed, data: mixed, ip: mixed, time: mixed}>
 */
function fetch_rows(PDO $pdo, array $config, int $lastId): array
{
    // In SQLite a misspelt name in double quotes would be a string, and every row would hold it.
    $quote = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql' ? '"' : '`';
    $name = array_map(fn (string $identifier): string => $quote . $identifier . $quote, $config['LOG_TABLE']);
    $columns = array_map(
        fn (string $field): string => $name["{$field}_column"] . " AS {$quote}{$field}{$quote}",
        ['id', 'user', 'action', 'data', 'ip', 'time'],
    );
    $statement = $pdo->prepare(
        'SELECT ' . implode(', ', $columns) . " FROM {$name['table']} WHERE {$name['id_column']} > :last"
        . " ORDER BY {$name['table']}.{$name['id_column']} LIMIT {$config['BATCH_SIZE']}"
    );
    $statement->bindValue('last', $lastId, PDO::PARAM_INT);
    $statement->execute();
    return $statement->fetchAll(PDO::FETCH_ASSOC);
}

/** Seconds since 1970 of a time as the database writes it; null when it is none ("now" is a time to PHP). */
function seconds_of(mixed $time, string $zone): ?int
{
    if (is_numeric($time)) {
        return (int) $time;
    }
    if (!preg_match('/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/', (string) $time)) {
        return null;
    }
    try {
        return (new DateTimeImmutable($time, new DateTimeZone($zone)))->getTimestamp();
    } catch (Exception) {
        return null;
    }
}

/**
 * What the log rules call the action of a row.
 *
 * @param array<string, mixed> $config
 * @param array<string, mixed> $row
 */
function type_of(array $config, array $row): string
{
    return $config['ACTION_TYPES'][strtolower(trim((string) $row['action']))] ?? 'other';
}

/**
 * Whether a row is for this run to ship, or to set aside when its time is of no use. What the security runs have shipped
 * is not sent again by a run of all that is behind: the log store refuses what is an hour older than the newest of its
 * labels, even where it has it.
 *
 * @param array<string, mixed> $config
 * @param array<string, mixed> $row
 */
function is_of_run(array $config, array $row, bool $usable): bool
{
    $counts = in_array(type_of($config, $row), SECURITY_TYPES, true);
    return $config['IS_SECURITY'] ? $counts && $usable : !$counts || !$usable || (int) $row['id'] > $config['OTHER_ID'];
}

/** The level of an entry, by which the log store decides how long to keep it. */
function level_of(string $type): string
{
    return match ($type) {
        'error' => 'error',
        'failed_login' => 'warning',
        default => 'info',
    };
}

/** Text of a column: without secrets, and cut to a length that the log store takes. */
function column_text(mixed $value): ?string
{
    return $value === null ? null : substr((string) masked((string) $value), 0, MAX_TEXT_BYTES);
}

/**
 * The entry of a row: few labels with few values each, everything else in the line.
 *
 * @param array<string, mixed> $config
 * @param array<string, mixed> $row
 * @return array{id: int, labels: array<string, string>, time: string, line: string}
 */
function entry(array $config, array $row, int $seconds): array
{
    $id = (int) $row['id'];
    $type = type_of($config, $row);
    $local = (new DateTimeImmutable("@$seconds"))->setTimezone(new DateTimeZone($config['TIME_ZONE']));
    return [
        'id' => $id,
        'labels' => [
            'client' => $config['CLIENT_ID'],
            'job' => 'activity',
            'level' => level_of($type),
            'action_type' => $type,
        ],
        // Nanoseconds. The id orders rows of the same second, and gives each a time of its own.
        'time' => (string) ($seconds * 1_000_000_000 + $id % 1_000_000_000),
        'line' => to_json([
            'id' => $id,
            'user' => column_text($row['user']),
            'action' => column_text($row['action']),
            'data' => column_text($row['data']),
            'ip' => column_text($row['ip']),
            'admin' => in_array((string) $row['user'], $config['ADMIN_USERS'], true),
            'hour' => (int) $local->format('G'),
        ]),
    ];
}

/**
 * Sorts the rows of a run into what is sent, dropped and rejected, up to the first that has not settled.
 *
 * @param array<string, mixed> $config
 * @param list<array<string, mixed>> $rows
 * @return array{last_id: ?int, entries: list<array<string, mixed>>, dropped: int, rejected: array<int, string>}
 */
function sorted_out(array $config, array $rows, int $now): array
{
    $result = ['last_id' => null, 'entries' => [], 'dropped' => 0, 'rejected' => []];
    foreach ($rows as $row) {
        if (!ctype_digit((string) $row['id'])) {
            throw new RuntimeException('LOG_TABLE id_column must hold whole numbers');
        }
        $seconds = seconds_of($row['time'], $config['DATABASE']['time_zone']);
        $age = $seconds === null ? null : $now - $seconds;
        if ($age !== null && $age < SETTLE_SECONDS && $age >= -AHEAD_SECONDS) {
            break;
        }
        $result['last_id'] = (int) $row['id'];
        $usable = $age !== null && $age >= -AHEAD_SECONDS;
        if (!is_of_run($config, $row, $usable)) {
            continue;
        }
        if (!$usable) {
            $result['rejected'][(int) $row['id']] = 'its time is ' . ($age === null ? 'none' : 'in the future');
        } elseif ($age > MAX_AGE_SECONDS) {
            $result['dropped']++;
        } else {
            $result['entries'][] = entry($config, $row, $seconds);
        }
    }
    return $result;
}
