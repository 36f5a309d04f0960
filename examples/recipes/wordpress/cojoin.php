<?php
/**
 * Plugin Name: Cojoin sign-up
 * Description: The shortcode [cojoin start="parents" locale="en"] shows the sign-up.
 *
 * Put this file into wp-content/plugins, name the server below, and activate it.
 */

const COJOIN_SERVER = 'https://join.example.com';

add_action('wp_enqueue_scripts', function () {
    wp_register_script('cojoin', COJOIN_SERVER . '/embed/v1/cojoin.js', [], null, ['strategy' => 'async', 'in_footer' => true]);
});

add_shortcode('cojoin', function ($given) {
    wp_enqueue_script('cojoin');
    // The server is named because optimizers rename scripts and join them.
    $attributes = shortcode_atts(['server' => COJOIN_SERVER, 'locale' => '', 'start' => '', 'theme' => '', 'selection' => ''], $given, 'cojoin');
    $html = '<cojoin-join';
    foreach (array_filter($attributes) as $name => $value) {
        $html .= ' ' . $name . '="' . esc_attr($value) . '"';
    }
    return $html . '></cojoin-join>';
});
