<?php

declare(strict_types=1);

/** Keeps secrets out of the log store. What is hidden too much is a nuisance; what is hidden too little is a breach. */

const SECRET_NAME = 'passwor[dt]|passphrase|passwd|pwd|secret|token|api[_-]?key|private[_-]?key|authorization|cookie'
    . '|session[_-]?id|cvv|cvc|card[_-]?n(?:umber|o)|(?:\b|_)pass\b|(?:\b|_)pin\b';

const MASKS = [
    // Headers hold several values, so all of the line goes.
    '/((?:authorization|cookie)["\']?\s*:\s*)[^\r\n]+/i' => '$1***',
    // A name and its value, as in JSON, forms, log lines, and PHP's print_r and serialize.
    '/((?:' . SECRET_NAME . ')[\w-]*["\'\]]?(?:\s*(?:=>|[:=])\s*|;s:\d+:))'
        . '("(?:[^"\\\\]++|\\\\.)*+(?:"|\z)|\'[^\']*+(?:\'|\z)|[^\s&]+)/is' => '$1***',
    '/\b((?:Bearer|Basic)\s+)[\w.~+\/=-]{8,}/i' => '$1***',
    // JSON web tokens, wherever they stand.
    '/\beyJ[\w-]+\.[\w-]+\.[\w-]*/' => '***',
    // Passwords in addresses.
    '~(://[^/\s:@]*:)[^/\s@]+(?=@)~' => '$1***',
    // Card numbers as they are printed on the card.
    '/(?<!\d)\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}(?!\d)|(?<!\d)\d{4}([ -])\d{6}\2\d{4,5}(?!\d)/' => '[card]',
];

/** Whether digits carry the check digit of a payment card. */
function passes_luhn(string $digits): bool
{
    $sum = 0;
    foreach (str_split(strrev($digits)) as $place => $digit) {
        $value = (int) $digit * ($place % 2 + 1);
        $sum += $value > 9 ? $value - 9 : $value;
    }
    return $sum % 10 === 0;
}

/** Hides what looks like a secret in free text. */
function masked_text(string $text): string
{
    $hidden = preg_replace(array_keys(MASKS), array_values(MASKS), $text);
    $card = fn (array $found): string => passes_luhn($found[0]) ? '[card]' : $found[0];
    // A pattern that gave up returns null: then nothing of the text may leave.
    return preg_replace_callback('/(?<!\d)\d{13,19}(?!\d)/', $card, $hidden ?? '***') ?? '***';
}

/** Hides secrets in structured data by the names of its keys, also where JSON stands in a string, else as text. */
function masked(mixed $value): mixed
{
    if (is_array($value)) {
        foreach ($value as $key => $item) {
            $value[$key] = preg_match('/' . SECRET_NAME . '/i', (string) $key) ? '***' : masked($item);
        }
        return $value;
    }
    if (is_int($value)) {
        return masked_text((string) $value) === (string) $value ? $value : '[card]';
    }
    if (!is_string($value)) {
        return $value;
    }
    $decoded = json_decode($value, true, 512, JSON_BIGINT_AS_STRING);
    return is_array($decoded) ? to_json(masked($decoded)) : masked_text($value);
}

/** JSON on one line, whatever bytes the text holds. */
function to_json(mixed $value): string
{
    return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE
        | JSON_THROW_ON_ERROR);
}
